/** Broken variants of a valid request body, as JSON text, including text that `JSON.stringify` never writes. */
import type { Random } from '../random.ts';

type Path = readonly (string | number)[];

const raw = (json: string) => `\u0001${json}\u0001`;

/** Values for a field. Text between two U+0001 is inserted verbatim. */
function nastyValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => null,
    () => '',
    () => ' ',
    () => random.integer(-10, 10),
    () => random.pick([true, false]),
    () => [],
    () => ({}),
    () => [[]],
    () => raw('1e400'),
    () => raw('-1e400'),
    () => raw('-0'),
    () => raw('123456789012345678901234567890'),
    () => raw('1e-400'),
    () => raw('9007199254740993'),
    () => 2_147_483_648,
    () => 0.1,
    () => 'a\u0000b',
    () => raw('"\\ud800"'),
    () => raw('"\\udc00\\ud800"'),
    () => raw('"\\u0000"'),
    () => '\u202e\ufeff\ufffe',
    () => "'; drop table sales_orders; --",
    () => '{{7*7}}<script>',
    () => '%s%n%x',
    () => 'x'.repeat(random.pick([31, 256, 2_000, 70_000])),
    () => '😀'.repeat(20),
    () => 'NOT-IN-ANY-LIST',
    () => '02/30/2026',
    () => '9999-12-31T23:59:59Z',
    () => '-271821-04-20T00:00:00Z',
    () => '00000000-0000-0000-0000-000000000000',
    () => Array.from({ length: random.pick([2, 600, 5_000]) }, () => random.integer(0, 9)),
    () => raw('['.repeat(2_000) + ']'.repeat(2_000)),
    () => raw(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
    () => ({ __proto__: null, constructor: { prototype: { polluted: 1 } } }),
    () => raw('{"__proto__":{"polluted":true}}'),
    () => ({ toString: 1, valueOf: 2, length: -1 }),
  ])();
}

/** The text of a variant; about one in ten is unchanged. */
export function mutatedBody(body: unknown, random: Random): string {
  const copy = structuredClone(body);
  const changes = random.integer(0, 9) === 0 ? 0 : random.integer(1, 3);
  for (let i = 0; i < changes; i += 1) change(copy, random);
  let text = JSON.stringify(copy).replaceAll(
    /"\\u0001((?:[^"\\]|\\.)*?)\\u0001"/g,
    (_, json: string) => JSON.parse(`"${json}"`) as string,
  );
  if (random.chance(0.04)) text = brokenText(text, random);
  return text;
}

function change(body: unknown, random: Random): void {
  const paths = pathsOf(body);
  if (paths.length === 0) return;
  const path = random.pick(paths);
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], body);
  const holder = parent as Record<string | number, unknown>;
  const last = path.at(-1) as string | number;
  const how = random.integer(0, 9);
  if (how === 0 && !Array.isArray(holder)) delete holder[last];
  else if (how === 1 && !Array.isArray(holder)) {
    holder[random.pick(['Unknown', last.toString().toLowerCase(), '__proto__x', '', 'a.b', '\u0000'])] = holder[last];
  } else if (how === 2 && Array.isArray(holder)) holder.push(...holder.slice(0, 50));
  else holder[last] = nastyValue(random);
}

/** Every path in a body except those of credentials: an unauthenticated request would not be parsed further. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (
      ['UserKey', 'Password', 'CustomerNo', 'Authentication', 'AuthenticationDetails'].includes(key) &&
      at.length <= 1
    )
      return [];
    const path = [...at, Array.isArray(value) ? Number(key) : key];
    return [path, ...pathsOf(member, path)];
  });
}

function brokenText(text: string, random: Random): string {
  return random.pick([
    () => text.slice(0, random.integer(0, text.length)),
    () => `${text}${text}`,
    () => `\ufeff${text}`,
    () => text.replace('{', '{,'),
    () => text.replaceAll('"', "'"),
    () => `[${text}]`,
    () => 'null',
    () => '"text"',
    () => '',
    () => text.replace(/"([A-Z]\w+)":/, '"$1":1,"$1":'),
  ])();
}
