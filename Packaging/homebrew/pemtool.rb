class Pemtool < Formula
  desc "Certificate pins: computed, explained and checked"
  homepage "https://github.com/OWNER/NAME"
  version "VERSION"
  license "Apache-2.0"

  on_macos do
    url "https://github.com/OWNER/NAME/releases/download/VERSION/pemtool-VERSION-macos-universal.tar.gz"
    sha256 "SHA256-macos-universal"
  end

  on_linux do
    on_arm do
      url "https://github.com/OWNER/NAME/releases/download/VERSION/pemtool-VERSION-linux-aarch64.tar.gz"
      sha256 "SHA256-linux-aarch64"
    end
    on_intel do
      url "https://github.com/OWNER/NAME/releases/download/VERSION/pemtool-VERSION-linux-x86_64.tar.gz"
      sha256 "SHA256-linux-x86_64"
    end
  end

  def install
    bin.install "bin/pemtool"
    man1.install "share/man/man1/pemtool.1"
    bash_completion.install "share/bash-completion/completions/pemtool"
    zsh_completion.install "share/zsh/site-functions/_pemtool"
    fish_completion.install "share/fish/vendor_completions.d/pemtool.fish"
  end

  test do
    key = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
    (testpath/"key.pem").write "-----BEGIN PUBLIC KEY-----\n#{key}\n-----END PUBLIC KEY-----\n"
    assert_equal "BuP9j9opu2CrWVV95h7bCuzbIxE0vjDnW0Vfjht5L6k=", shell_output("#{bin}/pemtool pin key.pem").chomp
  end
end
