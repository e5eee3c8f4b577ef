// Runs before the first paint: background and language as the person left them, so that nothing flashes.
try {
  const root = document.documentElement
  if (localStorage.getItem('language') === 'en') root.lang = 'en'
  if (JSON.parse(localStorage.getItem('settings') || '{}').theme === 'dark') root.dataset.theme = 'dark'
} catch {
  // Storage that is closed to us: the defaults.
}
