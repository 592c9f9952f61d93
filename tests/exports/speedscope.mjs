// SPDX-License-Identifier: Apache-2.0
// A file for speedscope in speedscope itself, in Chromium.  speedscope.mjs CHROMIUM FILE...
//
// Fails unless speedscope shows each file under its name, without a message of an error.
import {createRequire} from 'node:module';
import path from 'node:path';
const require = createRequire(path.join(process.cwd(), 'package.json'));
const {chromium} = require('playwright-core');

const [, , executablePath, ...files] = process.argv;
const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--enable-unsafe-swiftshader']});
let failed = 0;
for (const file of files) {
  const page = await browser.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  page.on('dialog', (dialog) => { errors.push(dialog.message()); dialog.dismiss(); });
  await page.goto('file://' + path.resolve('node_modules/speedscope/dist/release/index.html'));
  await page.setInputFiles('input[type=file]', file);
  const name = JSON.parse((await import('node:fs')).readFileSync(file, 'utf8')).name;
  const isShown = await page.waitForFunction((wanted) => document.title.includes(wanted), name, {timeout: 20000})
    .then(() => true, () => false);
  if (!isShown || errors.length) {
    failed += 1;
    console.log(`${file}: shown as '${await page.title()}', not '${name}': ${errors.join('; ')}`);
  }
  await page.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
