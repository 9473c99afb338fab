import { expect, test } from 'vitest';
import { literal, textLiteral } from '../../mock/console/copied/literal.ts';

const evaluate = (code: string) => new Function('project', `return (${code});`)({ id: 'new-id' });

test('A literal makes the value that it was made of', () => {
  const json = `{"__proto__": {"a": 1}, "a b": ["\`\${x}'\\"\\u2028", null, -0.5, true, {}, []], "long": "${'x'.repeat(100)}"}`;
  const made = evaluate(literal(JSON.parse(json)));
  expect(JSON.stringify(made)).toBe(JSON.stringify(JSON.parse(json)));
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
});

test('A text in which a name occurs has no other expressions', () => {
  const names = new Map([['old-id', 'project.id']]);
  expect(evaluate(textLiteral(['/a/old-id?x=`$', '{process.exit(1)}\\'].join(''), names))).toBe(
    ['/a/new-id?x=`$', '{process.exit(1)}\\'].join(''),
  );
  expect(evaluate(literal({ id: 'old-id', text: 'not old-id' }, names))).toEqual({ id: 'new-id', text: 'not old-id' });
});
