/// The style sheet. Colours have names, once for light and once for dark; text has a contrast of 4.5 or more (WCAG 2.2,
/// 1.4.3), bars of 3 or more (1.4.11).
extension Report {
    static let style: HTML = """

        :root {
          --paper: #ffffff; --panel: #f3f5f7; --line: #d5dae0; --ink: #1a1d21; --quiet: #55606b; --link: #0b57b5;
          --bad: #b3261e; --whole: #7d8791; --cached: #1a7f4b; --fold: #e2e6eb;
          --queue: #7a828c; --connect: #b8560b; --tls: #7b3fc4; --wait: #0b7d6e; --transfer: #1f5fd0;
          --retry: #6b4400; --retry-back: #fdecc8; --replay: #5b21b6; --replay-back: #ece4fb;
          --redirect: #0b4a94; --redirect-back: #dceafb; --cache: #0f5c35; --cache-back: #d7f1e1;
          --shared: #3d4650; --shared-back: #e4e8ec;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --paper: #14171a; --panel: #1e2328; --line: #39414a; --ink: #e8eaed; --quiet: #a8b0ba; --link: #8ab8ff;
            --bad: #ff8a80; --whole: #78828d; --cached: #4cc38a; --fold: #2f363e;
            --queue: #98a2ad; --connect: #f0883e; --tls: #b48cf2; --wait: #35b8a4; --transfer: #6ea8ff;
            --retry: #ffd88a; --retry-back: #4a3510; --replay: #d6c2ff; --replay-back: #3a2a63;
            --redirect: #b3d4ff; --redirect-back: #1b3a63; --cache: #a6e8c4; --cache-back: #14432b;
            --shared: #d0d6dd; --shared-back: #38414a;
          }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 80rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
          font: 1rem/1.45 system-ui, sans-serif; }
        h1 { margin: 0; font-size: 1.75rem; }
        h2 { margin: 2.5rem 0 .75rem; font-size: 1.25rem; }
        a { color: var(--link); }
        a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        header p, caption, .id, .notes, time { color: var(--quiet); }
        nav ul, .legend, .notes, .session { list-style: none; margin: 0; padding: 0; }
        nav ul { display: flex; gap: 1.25rem; }
        .figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem;
          margin: 1rem 0; }
        .figures div { padding: .6rem .9rem; border-radius: .5rem; background: var(--panel); }
        .figures dt { color: var(--quiet); font-size: .875rem; }
        .figures dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
        table { width: 100%; border-collapse: collapse; margin-bottom: 1.5rem; }
        caption { padding-bottom: .5rem; text-align: left; font-size: .875rem; }
        th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
          font-weight: 400; }
        thead th { color: var(--quiet); font-size: .875rem; font-weight: 600; }
        .endpoints td, .endpoints thead th + th, .waterfall thead th:nth-child(3), .time { text-align: right;
          font-variant-numeric: tabular-nums;
          white-space: nowrap; }
        .endpoints th, .endpoint { overflow-wrap: anywhere; }
        .legend { display: flex; flex-wrap: wrap; gap: .35rem 1.1rem; margin-bottom: .75rem; font-size: .875rem; }
        .key, .swatch { display: inline-block; width: 1.5rem; height: .7rem; margin-right: .4rem; }
        .key.whole { height: .2rem; vertical-align: middle; }
        .waterfall { table-layout: fixed; }
        .waterfall thead th:nth-child(1) { width: 34%; }
        .waterfall thead th:nth-child(2) { width: 13%; }
        .waterfall thead th:nth-child(3) { width: 6.5rem; }
        .axis { display: flex; justify-content: space-between; font-weight: 400; }
        .method { color: var(--quiet); font-size: .8125rem; }
        .endpoint { font-weight: 600; }
        .failed .endpoint, .failed .outcome { color: var(--bad); }
        .failed .attempt .outcome { color: inherit; }
        .id { display: block; font: .75rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
        .notes { font-size: .875rem; overflow-wrap: anywhere; }
        .outcome { overflow-wrap: anywhere; }
        .attempt th { padding-left: 1.6rem; }
        .attempt th, .attempt td { font-size: .875rem; }
        .badge { display: inline-block; margin-left: .2rem; padding: 0 .45rem; border-radius: .75rem;
          font-size: .75rem; line-height: 1.25rem; white-space: nowrap; }
        .legend .badge { margin-left: 0; }
        .badge.retry { color: var(--retry); background: var(--retry-back); }
        .badge.replay { color: var(--replay); background: var(--replay-back); }
        .badge.redirect { color: var(--redirect); background: var(--redirect-back); }
        .badge.cache, .badge.revalidated { color: var(--cache); background: var(--cache-back); }
        .badge.shared { color: var(--shared); background: var(--shared-back); }
        .track { display: block; position: relative; height: 1.3rem;
          background: var(--folds, none) var(--panel); }
        .track > span { position: absolute; top: .25rem; height: .8rem; min-width: 2px; }
        .track > .whole { top: .55rem; height: .2rem; }
        .track, .key, .swatch { forced-color-adjust: none; }
        .whole { background: var(--whole); }
        .failed .whole, .failed.whole { background: var(--bad); }
        .cached { background: var(--cached); }
        .pause { background: repeating-linear-gradient(135deg, var(--connect) 0 2px, transparent 2px 6px); }
        .queue { background: var(--queue); }
        .connect { background: var(--connect); }
        .tls { background: var(--tls); }
        .fold { background: var(--fold); }
        .wait { background: var(--wait); }
        .transfer { background: var(--transfer); }
        .session li { padding: .2rem 0; }
        .session time { margin-right: .6rem; font-variant-numeric: tabular-nums; }
        .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        th, td { position: relative; }
        @media (max-width: 46rem) {
          body { padding: 1rem; }
          table, caption, tbody { display: block; }
          thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          tr { display: grid; padding: .5rem 0; border-bottom: 1px solid var(--line); }
          th, td { padding: .1rem 0; border: 0; }
          .endpoints tr { grid-template-columns: repeat(4, 1fr); gap: .2rem .6rem; }
          .endpoints th { grid-column: 1 / -1; font-weight: 600; }
          .endpoints td { text-align: left; }
          .endpoints td::before { content: attr(data-label); display: block; color: var(--quiet); font-size: .75rem; }
          .waterfall tr { grid-template-columns: 1fr auto; gap: 0 .75rem; }
          .waterfall .timeline, .waterfall th { grid-column: 1 / -1; }
          .attempt th, .attempt .outcome { padding-left: 1rem; }
        }

        """
}
