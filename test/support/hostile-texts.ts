/** What runs, leads away or breaks out where somebody shows it as anything but text; `window.ran` is set where a script ran. */
export const HOSTILE = [
  '<script>window.ran=1</script>',
  '"><script>window.ran=1</script>',
  "'><img src=x onerror=window.ran=1>",
  '<img src=x onerror="window.ran=1">',
  '<svg/onload=window.ran=1>',
  '<svg><animate onbegin=window.ran=1 attributeName=x>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<body onload=window.ran=1>',
  '<details open ontoggle=window.ran=1>',
  '<math><mtext></mtext><script>window.ran=1</script></math>',
  '<a href="javascript:window.ran=1">x</a>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<style>@import "https://evil.example/x.css"</style>',
  '</textarea><script>window.ran=1</script>',
  '</title><script>window.ran=1</script>',
  '<!--<img src="--><img src=x onerror=window.ran=1>',
  '<template><script>window.ran=1</script></template>',
  "{{constructor.constructor('window.ran=1')()}}",
  '$' + '{window.ran=1}',
  '&lt;script&gt;window.ran=1&lt;/script&gt;',
  'javascript:window.ran=1',
  '=HYPERLINK("https://evil.example","x")',
  '+cmd|/C calc!A0',
  '@SUM(1+1)*cmd',
  '-2+3+cmd|x!A0',
  '\u202egnp.exe',
] as const

/** All of these that are short enough, in portions that are as long at most when they are joined. */
export function inPortions(texts: readonly string[], longest: number, between: string): string[][] {
  const portions: string[][] = []
  let [now, length] = [[] as string[], 0]
  for (const text of texts.filter((one) => one.length <= longest)) {
    const more = text.length + between.length
    if (now.length > 0 && length + text.length > longest) {
      portions.push(now)
      now = []
      length = 0
    }
    now.push(text)
    length += more
  }
  return now.length > 0 ? [...portions, now] : portions
}
