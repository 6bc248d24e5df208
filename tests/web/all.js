// All tests in one process, so that they share a server and a browser: node --test tests/web/all.js
import './play.test.js';
import './rivals.test.js';
import './link.test.js';
import './analyse.test.js';
import './learn.test.js';
import './practice.test.js';
import './guess.test.js';
import './storage.test.js';
import './look.test.js';
import './language.test.js';
import './server.test.js';
import './cup.test.js';
