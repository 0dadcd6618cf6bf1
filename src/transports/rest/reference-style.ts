/** The style of the reference page; its hash is in the page's content policy. */
export const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d8dde3,#343a42);--soft:light-dark(#f5f7f9,#1b1f24);--text:light-dark(#1b2026,#e4e8ec);--dim:light-dark(#57606a,#9aa4ae);--link:light-dark(#1d4ed8,#8ab4ff)}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 Inter,"Inter Fallback",system-ui,sans-serif;color:var(--text);background:light-dark(#fff,#14171b);display:grid;grid-template-columns:17rem minmax(0,1fr)}
a{color:var(--link)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;background:var(--soft);padding:.5rem}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:0;padding:0}
nav ul ul{padding-left:.75rem;margin-bottom:.75rem}
nav a{text-decoration:none;display:block;padding:.15rem 0}
nav p,nav>ul>li>a{font-weight:600}
main{padding:1.5rem clamp(1rem,4vw,4rem) 6rem;max-width:62rem}
h1{line-height:1.2}
h2{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{margin-top:2.5rem;scroll-margin-top:1rem}
h4{margin:1.25rem 0 .25rem}
.route b{font:600 .8rem ui-monospace,monospace;padding:.15rem .5rem;border:1px solid var(--line);border-radius:.3rem;margin-right:.35rem}
code{font:.9em ui-monospace,monospace}
pre{background:var(--soft);border:1px solid var(--line);border-radius:.4rem;padding:.75rem;overflow:auto;max-height:26rem}
dl{margin:.25rem 0;border-left:2px solid var(--line);padding-left:.9rem}
dt{margin-top:.5rem}
dd{margin:0;color:var(--dim)}
dd dl{margin-top:.25rem}
small{color:var(--dim)}
details{border:1px solid var(--line);border-radius:.4rem;margin:.35rem 0;padding:.4rem .75rem}
summary{cursor:pointer}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}nav ul ul{display:none}}
`;
