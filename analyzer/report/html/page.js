'use strict';
(() => {
  const all = (what, where = document) => [...where.querySelectorAll(what)];
  const make = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text || '';
    return made;
  };

  /* Sorting: by the numbers behind the cells; a column without any by its texts. */
  const numberIn = (row, column) => row.cells[column].querySelector('data');
  const sortBy = (table, column, head) => {
    const body = table.tBodies[0];
    const isText = ![...body.rows].some((row) => numberIn(row, column));
    const keyOf = (row) => isText ? row.cells[column].textContent : Number((numberIn(row, column) || {}).value || 0);
    const rows = [...body.rows].map((row, index) => ({row, index, key: keyOf(row)}));
    const was = head.getAttribute('aria-sort');
    const isUp = was ? was === 'descending' : isText; // names from the first on, figures from the largest
    rows.sort((a, b) => {
      const order = isText ? a.key.localeCompare(b.key) : Math.abs(a.key) - Math.abs(b.key);
      return (isUp ? order : -order) || a.index - b.index;
    });
    body.append(...rows.map((each) => each.row));
    all('th', table.tHead).forEach((other) => other.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  };
  all('table.sortable').forEach((table) => {
    all('th', table.tHead).forEach((head, column) => {
      const button = make('button', head.textContent);
      button.type = 'button';
      button.addEventListener('click', () => sortBy(table, column, head));
      head.replaceChildren(button);
    });
  });

  /* A filter over the tables of constructs. */
  all('.tools').forEach((tools) => {
    const label = make('label', 'Show rows that contain ');
    const field = document.createElement('input');
    field.type = 'search';
    field.id = 'filter';
    label.append(field);
    const said = make('span');
    said.setAttribute('role', 'status');
    tools.append(label, ' ');
    tools.hidden = false;
    const rows = all('tbody tr', tools.parentElement).filter((row) => !row.closest('details'));
    const small = rows.filter((row) => row.classList.contains('small')).length;
    const few = document.createElement('input'); // without rows that say 0.0 % everywhere
    few.type = 'checkbox';
    few.checked = small > 0 && small < rows.length;
    if (few.checked) {
      const choice = make('label');
      choice.append(few, ` without ${small} that lose nearly nothing`);
      tools.append(choice, ' ');
    }
    tools.append(said);
    const choose = () => {
      const words = field.value.toLowerCase();
      let shown = 0;
      rows.forEach((row) => {
        row.hidden = !row.textContent.toLowerCase().includes(words) ||
          (!words && few.checked && row.classList.contains('small'));
        shown += row.hidden ? 0 : 1;
      });
      said.textContent = shown < rows.length ? `(${shown} of ${rows.length} shown)` : '';
    };
    field.addEventListener('input', choose);
    few.addEventListener('change', choose);
    window.addEventListener('beforeprint', () => { few.checked = false; choose(); });
    choose();
  });

  /* One number of threads at a time. */
  const sizes = all('details.of-p');
  if (sizes.length > 1) {
    const choice = document.createElement('fieldset');
    choice.className = 'choice';
    choice.append(make('legend', 'Size of the run'));
    sizes.forEach((size) => {
      const label = document.createElement('label');
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = 'size';
      radio.checked = size.open;
      radio.addEventListener('change', () => {
        sizes.forEach((other) => { other.open = other === size; });
      });
      size.addEventListener('toggle', () => { if (size.open) radio.checked = true; });
      label.append(radio, ' ', size.querySelector('summary').textContent.split(':')[0]);
      choice.append(label);
    });
    sizes[0].before(choice);
  }

  /* One answer of what-if at a time. */
  const answers = all('.whatif');
  if (answers.length > 1) {
    const label = make('label', 'What if: ');
    const choice = document.createElement('select');
    choice.id = 'whatif-choice';
    answers.forEach((answer) => choice.append(make('option',
      `${answer.querySelector('h3').textContent}: ${answer.querySelector('data').textContent}`)));
    const show = () => answers.forEach((answer, index) => { answer.hidden = index !== choice.selectedIndex; });
    choice.addEventListener('change', show);
    label.append(choice);
    answers[0].before(label);
    show();
    window.addEventListener('beforeprint', () => answers.forEach((answer) => { answer.hidden = false; }));
    window.addEventListener('afterprint', show);
  }

  /* What the parts of a picture are, below it: of the one that is pointed at, or that keys reach. */
  all('svg.parts').forEach((picture, number) => {
    const parts = all('.part', picture);
    if (!parts.length) return;
    const said = make('p', number ? '' : 'Point at a part, or go there by Tab and the arrow keys, to read what it is.');
    said.className = 'detail';
    said.setAttribute('role', 'status');
    picture.closest('.scroll').after(said);
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
    parts.forEach((part, at) => {
      part.setAttribute('tabindex', at ? -1 : 0);
      const tell = () => { said.textContent = part.textContent; };
      part.addEventListener('focus', tell);
      part.addEventListener('pointerenter', tell);
      part.addEventListener('keydown', (event) => {
        const next = parts[at + step[event.key]];
        if (!(event.key in step)) return;
        event.preventDefault();
        if (!next) return;
        part.setAttribute('tabindex', -1);
        next.setAttribute('tabindex', 0);
        next.focus();
      });
    });
    window.addEventListener('beforeprint', () => { said.hidden = true; });
    window.addEventListener('afterprint', () => { said.hidden = false; });
  });

  /* A link into something folded unfolds it. */
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let at = target.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
    target.scrollIntoView({block: target.tagName === 'SPAN' ? 'center' : 'start'});
  };
  window.addEventListener('hashchange', reveal);
  reveal();

  /* Keys: 1 to 9 views, n and p constructs, / filter. */
  const goTo = (where) => {
    if (!where) return;
    where.scrollIntoView();
    const head = where.querySelector('h2, h3') || where;
    head.tabIndex = -1;
    head.focus({preventScroll: true});
  };
  const parts = all('article');
  let at = -1;
  const keys = document.querySelector('.keys');
  if (keys) {
    keys.textContent = 'Keys: 1 to 9 go to a view' +
      (parts.length ? ', n and p to the next and previous construct' : '') +
      (document.getElementById('filter') ? ', / to the filter.' : '.');
    keys.hidden = false;
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    const views = all('main > section');
    if (event.key >= '1' && event.key <= '9') goTo(views[Number(event.key) - 1]);
    else if (event.key === 'n' && parts.length) goTo(parts[at = Math.min(at + 1, parts.length - 1)]);
    else if (event.key === 'p' && parts.length) goTo(parts[at = Math.max(at - 1, 0)]);
    else if (event.key === '/') {
      const field = document.getElementById('filter');
      if (!field) return;
      field.focus();
    } else return;
    event.preventDefault();
  });

  /* Print all that is folded. */
  window.addEventListener('beforeprint', () => all('details').forEach((each) => { each.open = true; }));
})();
