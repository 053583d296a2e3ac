extension ExplainPage {
    /// The style sheet: one hue per field, lightness from the reader's preference for light or dark, three
    /// columns on wide screens and one on narrow ones.
    static let style = """
        :root { --ink: #1b1f24; --soft: #57606a; --paper: #ffffff; --line: #d0d7de; --tint: 94%; --edge: 45%;
          --sat: 65%; --mark: #0550ae; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #0d1117; --line: #30363d; --tint: 15%; --edge: 62%;
            --sat: 32%; --mark: #79c0ff; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
        main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 1rem; }
        h2 { font-size: 1.2rem; line-height: 1.3; margin: 1.5rem 0 .5rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
        p { max-width: 46rem; }
        .subject { color: var(--soft); overflow-wrap: anywhere; }
        code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        .hashes dt { margin-top: .75rem; color: var(--soft); }
        .hashes dd { margin: 0; overflow-wrap: anywhere; font-size: 1.05rem; }
        .hashes dt b { color: var(--mark); }
        .forms { padding-left: 1.2rem; }
        .forms code { overflow-wrap: anywhere; }
        pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; margin: 0; }
        .field { border-left: .35rem solid hsl(var(--hue) var(--sat) var(--edge)); padding: .1rem .6rem .35rem;
          background: hsl(var(--hue) var(--sat) var(--tint)); }
        .field h4 { margin: .15rem 0; font-size: .85rem; font-weight: 600; }
        .field ol { list-style: none; margin: 0; padding: 0; }
        .field li { display: grid; grid-template-columns: 3.2rem minmax(0, 3fr) minmax(0, 2fr); gap: .6rem;
          font-size: .85rem; padding: .05rem 0; }
        .at { color: var(--soft); text-align: right; font-variant-numeric: tabular-nums; }
        .bytes { padding-left: calc(var(--depth) * .5rem); overflow-wrap: break-word; }
        .what { overflow-wrap: anywhere; }
        .type { color: var(--soft); }
        .value { font-weight: 600; }
        .head, .raw { border: .2rem solid var(--mark); border-left-width: .35rem; }
        .head { border-bottom-style: dashed; border-radius: .4rem .4rem 0 0; margin-top: .4rem; }
        .raw { border-top: 0; border-radius: 0 0 .4rem .4rem; margin-bottom: .4rem;
          background: hsl(45 85% var(--tint)); }
        .head h4, .raw h4 { color: var(--mark); font-size: 1rem; }
        @media (max-width: 40rem) {
          .field li { grid-template-columns: 2.6rem minmax(0, 1fr); gap: 0 .6rem; padding: .2rem 0; }
          .what { grid-column: 2; padding-left: calc(var(--depth) * .25rem); }
          .bytes { padding-left: calc(var(--depth) * .25rem); }
        }
        @media print { .field { break-inside: avoid-page; } }
        """
}
