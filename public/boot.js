// Runs before the first paint: theme, density and language of the page, so that nothing flashes.
// An external file, because the content security policy allows no inline script.
;(() => {
  const root = document.documentElement
  const asked = new URLSearchParams(location.search)
  const theme = asked.get('theme')
  const lang = asked.get('lang')
  try {
    if (theme === 'light' || theme === 'dark') sessionStorage.setItem('portal.tab.theme', theme)
    if (lang) sessionStorage.setItem('portal.tab.language', lang)
    if (theme || lang) {
      asked.delete('theme')
      asked.delete('lang')
      const rest = asked.toString()
      history.replaceState(history.state, '', location.pathname + (rest ? `?${rest}` : '') + location.hash)
    }
    const stored = (name) => localStorage.getItem(`portal.display.${name}`)
    const shown = sessionStorage.getItem('portal.tab.theme') || stored('theme')
    root.dataset.theme = shown === 'dark' ? 'dark' : 'light'
    root.dataset.density = stored('density') || 'comfortable'
  } catch {
    // Storage can be forbidden by the browser's settings: the defaults hold.
    root.dataset.theme = theme === 'dark' ? 'dark' : 'light'
  }
  root.dataset.mantineColorScheme = root.dataset.theme
  root.classList.toggle('dark', root.dataset.theme === 'dark')
})()
