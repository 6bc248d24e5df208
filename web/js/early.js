// Sets the theme before the first paint, so that a dark page does not flash. Modules run later, so
// this is not one. settings.js stores the theme.
'use strict';
try {
  const theme = JSON.parse(localStorage.getItem('reversi.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // The system's theme is used.
}
// Everything else is loaded after the first paint. A hidden page has none.
const main = /** @type {string} */ ('/js/main.js');
const begin = () => void import(main);
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
