// English and Greek: chosen and remembered. look.test.js checks that both are complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visiting } from './help/visit.js';

test('the language is remembered, and changed by a button', visiting('?lang=el#/', async (guest, page) => {
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
  await guest.go('#/');
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'New game' }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
}));

test('a browser set to Greek gets the page in Greek', visiting('#/', async (guest, page) => {
  await page.getByRole('heading', { name: 'Νέο παιχνίδι' }).waitFor();
}, { locale: 'el-GR' }));
