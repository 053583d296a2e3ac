# Types a line and a tab into an interactive zsh, and prints the completed line:
#     zsh -f complete.zsh 'pemtool pi'
zmodload zsh/zpty
export OUT=$(mktemp)
zpty shell "TERM=dumb zsh -f -i"
zpty -w shell 'PS1=; unsetopt prompt_cr; stty -echo'
zpty -w shell 'autoload -Uz compinit; compinit -u -D; eval "$(pemtool completion zsh)"'
zpty -w shell 'show-line() { print -r -- "$BUFFER" >$OUT }; zle -N show-line; bindkey "^X" show-line; print ready'
zpty -r shell output '*ready*ready*' || zpty -r shell output '*ready*'
sleep 0.3
zpty -w -n shell "$1"$'\t'
sleep 0.5
zpty -w -n shell $'\x18'
for try in {1..20}; do
    [[ -s $OUT ]] && break
    sleep 0.1
done
cat $OUT
rm -f $OUT
zpty -d shell
