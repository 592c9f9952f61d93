// SPDX-License-Identifier: Apache-2.0
// Files for speedscope, and Chrome traces, in speedscope itself, in Chromium.  speedscope.mjs CHROMIUM FILE...
//
// Fails unless speedscope shows each file under its name, without a message of an error. Of a trace it has to show as
// many threads as there are, and may not find an event that does not nest.
import fs from 'node:fs';
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
  page.on('console', (message) => {
    if (message.type() === 'error' || /Tried to end|still open/.test(message.text())) errors.push(message.text());
  });
  page.on('dialog', (dialog) => { errors.push(dialog.message()); dialog.dismiss(); });
  await page.goto('file://' + path.resolve('node_modules/speedscope/dist/release/index.html'));
  await page.setInputFiles('input[type=file]', file);
  const {name = path.basename(file), traceEvents = []} = JSON.parse(fs.readFileSync(file, 'utf8'));
  const isShown = await page.waitForFunction((wanted) => document.title.includes(wanted), name, {timeout: 20000})
    .then(() => true, () => false);
  const threads = new Set(traceEvents.filter(({ph}) => ph === 'X').map(({pid, tid}) => `${pid} ${tid}`)).size;
  if (threads > 1 && !(await page.evaluate(() => document.body.innerText)).includes(`(1/${threads})`))
    errors.push(`it does not show ${threads} threads`);
  if (!isShown || errors.length) {
    failed += 1;
    console.log(`${file}: shown as '${await page.title()}', not '${name}': ${errors.join('; ')}`);
  }
  await page.close();
}
await browser.close();
process.exit(failed ? 1 : 0);
