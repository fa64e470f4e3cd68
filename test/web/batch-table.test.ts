import { expect } from 'chai';
import {
  columnsFor,
  filledRow,
  missingIn,
  rowCheck,
  valuesOf,
  withColumn,
} from '../../web/src/editor/batch/rows.js';
import { tableOf } from '../../web/src/editor/batch/table.js';
import { withVariables } from '../../web/src/editor/variables/template.js';
import { documentWith, textClip } from '../support/web/editor-documents.js';

const template = withVariables(
  documentWith('{{name}}', {
    ...textClip('a', 0),
    position: { x: '{{left}}' },
    textProperties: { content: '{{main-title}}', color: '{{ink|#ffffff}}' },
  }),
  { left: { type: 'number', default: 10 }, name: { type: 'text' } },
);

describe('editor: the table of a batch', () => {
  it('is read with commas, semicolons or tabs', () => {
    for (const [text, rows] of [
      ['\ufeffa,b\r\n"1;\n",2\r\n\r\n', [['1;\n', '2']]],
      ['a;b\n1,5;"2;"\n', [['1,5', '2;']]],
      [
        'a\tb\n1\t2\n3\t\n',
        [
          ['1', '2'],
          ['3', ''],
        ],
      ],
    ] as const)
      expect(tableOf(text)).to.deep.equal({ names: ['a', 'b'], rows });
  });

  it('is refused with what is wrong', () => {
    for (const [text, problem] of [
      ['', 'at least one row'],
      ['a,b\n', 'at least one row'],
      ['a,b\n1,2\n3\n', 'Line 3 cannot be read'],
      ['a\n"1\n', 'cannot be read'],
      [`a\n${'1\n'.repeat(1001)}`, '1001 rows'],
    ] as const)
      expect(() => tableOf(text), text.slice(0, 20)).to.throw(problem);
  });

  it('gives variables to columns by name, each to one, and says which have no value', () => {
    const columns = columnsFor(tableOf('Main Title;LEFT;notes;left\nx;1;2;3\n'), template);
    expect(columns).to.deep.equal(['main-title', undefined, undefined, 'left']);
    expect(withColumn(columns, 2, 'left')).to.deep.equal(['main-title', undefined, 'left', undefined]);
    expect(missingIn(columns, template)).to.deep.equal(['name']);
    expect(valuesOf(['x', '1', '2', '3'], columns, template)).to.deep.equal({ 'main-title': 'x', left: 3 });
  });

  it('says what is wrong with a row, and with which variable', () => {
    const columns = ['main-title', 'left', 'ink', 'name'];
    const check = rowCheck(template, columns);
    expect(check(['x', '', '#fff', 'n'], 0)).to.deep.equal([]);
    expect(check(['x', 'far', '#fff', ''], 4)).to.deep.equal([
      { row: 4, variable: 'left', message: 'must be of type number' },
      { row: 4, variable: 'name', message: 'is required' },
    ]);
    const [wrong] = check(['x', '1', 'blue', 'n'], 1);
    expect(wrong).to.deep.include({ row: 1, variable: 'ink' });
    expect(wrong?.message).to.match(/^Color of “.*” must be/);
    expect(filledRow(template, valuesOf(['x', '1', 'blue', 'n'], columns, template))).to.equal(undefined);
    expect(filledRow(template, valuesOf(['x', '1', '', 'n'], columns, template))?.metadata.name).to.equal(
      'n',
    );

    const [clip] = template.clips;
    const conditional = {
      ...template,
      clips: [{ ...clip, when: true }, ...template.clips],
    } as typeof template;
    const [unknown] = rowCheck(conditional, columns)(['x', '1', 'blue', 'n'], 0);
    expect(unknown).to.have.property('variable', undefined);
  });
});
