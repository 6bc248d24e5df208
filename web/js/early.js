// Before anything is painted: the chosen colours, so that a dark page does not flash. Not a module,
// since modules come later; settings.js keeps what is read here.
'use strict';
try {
  const theme = JSON.parse(localStorage.getItem('reversi.theme') ?? 'null');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Then as the system wears.
}
// Everything else is loaded once the frame stands. A hidden page is never painted.
const main = /** @type {string} */ ('/js/main.js');
const begin = () => void import(main);
if (document.hidden) begin();
else requestAnimationFrame(() => setTimeout(begin));
