// SPDX-License-Identifier: Apache-2.0
// A page of Tare in a real browser: a report or a comparison.  browser.mjs CHROMIUM PAGE.html [SCREENSHOTS]
//
// Fails on a console error, a request, a violation of the page's policy, what axe-core finds, a page wider than
// its window, and where keys, sorting, filter or choice of a size do not work.
import {createRequire} from 'node:module';
import path from 'node:path';
const require = createRequire(path.join(process.cwd(), 'package.json'));
const {chromium} = require('playwright-core');

const [, , executablePath, file, screenshots] = process.argv;
const failures = [];
const expect = (isTrue, what) => { if (!isTrue) failures.push(what); };
const browser = await chromium.launch({executablePath, args: ['--no-sandbox']});

const open = async (options) => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on('console', (message) => failures.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => failures.push(`error: ${error}`));
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) failures.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => document.addEventListener('securitypolicyviolation',
    (event) => console.error(`policy: ${event.violatedDirective} ${event.sourceFile}:${event.lineNumber}`)));
  await page.goto('file://' + path.resolve(file));
  return page;
};

for (const width of [360, 800, 1600])
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({viewport: {width, height: 900}, colorScheme});
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider <= 0, `${width}: the page is ${wider} px wider than its window`);
    if (screenshots) await page.screenshot({path: `${screenshots}/${width}-${colorScheme}.png`, fullPage: true});
    await page.context().close();
  }

{ // axe-core brings its own script, which the page's policy rightly refuses
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({bypassCSP: true, colorScheme, viewport: {width: 1000, height: 900}});
    await page.addScriptTag({path: require.resolve('axe-core')});
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => { each.open = true; }));
    const {violations} = await page.evaluate(() => window.axe.run());
    for (const each of violations)
      failures.push(`axe, ${colorScheme}: ${each.id}: ${each.help} (${each.nodes.length}: ${each.nodes[0].html.slice(0, 120)})`);
    await page.context().close();
  }
}

{ // keys, sorting, filter, sizes
  const page = await open({viewport: {width: 1000, height: 900}});
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  await page.keyboard.press('2');
  expect((await focused()) === await page.evaluate(() => document.querySelectorAll('main h2')[1].textContent),
         'key 2 does not go to the second view');
  if (await page.locator('article').count()) {
    await page.keyboard.press('n');
    expect((await focused()) === await page.evaluate(() => document.querySelector('article h3').textContent),
           'key n does not go to the first construct');
  }
  const table = page.locator('section:has(> .tools) table.sortable').first(); // the filter's
  if (await table.count()) {
    const values = () => table.evaluate((each) => [...each.tBodies[0].rows].map((row) => row.cells[0].textContent));
    await table.locator('thead button').first().click();
    const up = await values();
    expect(String(up) === String([...up].sort((a, b) => a.localeCompare(b))), 'sorting by name does not sort');
    await table.locator('thead button').first().click();
    expect(String(await values()) !== String(up) || new Set(up).size < 2, 'sorting again does not turn the order');
    await page.keyboard.press('Escape');
    await page.locator('body').press('/');
    await page.keyboard.type('no such construct');
    expect(await table.locator('tbody tr:visible').count() === 0, 'the filter hides nothing');
    await page.locator('#filter').fill('');
  }
  const sizes = page.locator('details.of-p');
  if (await sizes.count() > 1) {
    await page.locator('.choice input').last().check();
    expect(await sizes.last().evaluate((each) => each.open), 'the chosen size is not shown');
    expect(!await sizes.first().evaluate((each) => each.open), 'another size is still shown');
  }
  const answers = page.locator('.whatif');
  if (await answers.count() > 1) {
    const shown = () => answers.evaluateAll((all) => all.map((each) => !each.hidden).join());
    const first = await shown();
    await page.locator('#whatif-choice').selectOption({index: 1});
    expect(first.startsWith('true,false') && (await shown()).startsWith('false,true'),
           'the chosen answer is not shown alone');
  }
  const part = page.locator('.part').first(); // of a job's picture
  if (await part.count()) {
    const said = () => page.locator('.detail').first().textContent();
    await part.focus();
    const first = await said();
    expect(first === await part.textContent(), 'a part of a picture does not say what it is');
    await page.keyboard.press('ArrowDown');
    expect(await said() !== first, 'an arrow key does not go to the next part');
    const number = page.locator('svg a').last();
    await number.click();
    const closely = page.locator(await number.getAttribute('href'));
    expect(await closely.evaluate((each) => each.open), 'a number on a picture does not unfold what it leads to');
    await page.mouse.move(0, 0);
    await closely.locator('.part').first().hover();
    expect(await closely.locator('.detail').textContent() !== '', 'a part that is pointed at does not say what it is');
  }
  const toLine = page.locator('#constructs a[href^="#s"], #places a[href^="#h"]').first();
  if (await toLine.count()) {
    const name = (await toLine.getAttribute('href')).slice(1);
    await toLine.click();
    await page.waitForFunction((id) => { // scrolling may be smooth
      const box = document.getElementById(id).getBoundingClientRect();
      return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
    }, name).catch(() => failures.push('a link to a line does not show it'));
  }
  await page.context().close();
}

{ // the same numbers without script, and on paper
  const figures = (page) => page.evaluate(() => [...document.querySelectorAll('data')].map((each) => each.value + each.textContent).join());
  const scripted = await open({});
  const context = await browser.newContext({javaScriptEnabled: false});
  const plain = await context.newPage();
  await plain.goto('file://' + path.resolve(file));
  const text = await plain.content();
  const count = (await figures(scripted)).split(',').length;
  expect((text.match(/<data /g) || []).length === count, 'without script there are other figures');
  await scripted.setViewportSize({width: 700, height: 1000}); // A4 with its margins
  await scripted.emulateMedia({media: 'print'});
  await scripted.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await scripted.evaluate(() => [...document.querySelectorAll('details')].every((each) => each.open)),
         'on paper something is folded');
  const cut = await scripted.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(cut <= 0, `on paper ${cut} px are cut off`);
  if (screenshots) await scripted.pdf({path: `${screenshots}/page.pdf`});
  await context.close();
}
await browser.close();
failures.forEach((each) => console.log(each));
process.exit(failures.length ? 1 : 0);
