/**
 * The project's own conventions, as rules that name the fix. Each rule carries an example that breaks it, so that the
 * test can prove that the rule sees anything at all.
 */
import { generateCredential, isWellFormedCredential } from '../../src/auth/credential-format.ts';
import { kebab, lineAt, namesOnly, type SourceFile, wordsOf } from './tree.ts';

export interface Convention {
  readonly name: string;
  /** Which files it is about. */
  readonly of: RegExp;
  /** Each fault with its place and what to do. */
  faults(file: SourceFile): string[];
  /** A file that breaks it. */
  readonly broken: SourceFile;
}

/** Lines of a function that says by its name and types what it does. */
const maxPlainFunctionLines = 10;

const source = /^src\/.*(?<!\.test)\.ts$/;
const anyCode = /^(src|test|scripts|bench|attack|examples|migrations)\/|^[^/]+\.(mjs|cjs|ts)$/;
/** This folder writes the forbidden words down. */
const outsideTidy = /^(?!test\/tidy\/)/;

const limits: readonly (readonly [RegExp, number])[] = [
  [/^src\/.*(?<!\.test)\.ts$/, 400],
  [/\.(ts|mjs|cjs)$/, 700],
  [/^docs\/decisions\/.*\.md$/, 200],
];

/** The text of a refusal in quotes. One word is a code, as of a hold. */
const reasonText =
  /(?:\breason: |\bconst reason =\s+|\brefuse(?:State)?\((?:\s*'[\w ]+'|\s*[\w.]+),\s*|\bnotFound\(|\bnew Overloaded\(\s*)(['"`])((?:(?!\1).)+)\1/g;

const isSentence = (text: string): boolean =>
  /^[A-Z]\w+( [A-Z]\w+)?$/.test(text) || /^[A-Z-]+$/.test(text) || /^([A-Z0-9]|\$\{)[\s\S]*([.!?]|\})$/.test(text);

const sharedDocument = /\bshared\/(interface|decisions|architecture|models|samples)\b/;

export const conventions: readonly Convention[] = [
  {
    name: 'a file has one purpose and is short',
    of: /\.(ts|mjs|cjs|md)$/,
    faults: ({ path, text }) => {
      const lines = text.trimEnd().split('\n').length;
      const limit = limits.find(([pattern]) => pattern.test(path))?.[1] ?? Number.POSITIVE_INFINITY;
      return lines > limit ? [`${path} has ${lines} lines, at most ${limit}: split it by purpose`] : [];
    },
    broken: { path: 'src/skus/long.ts', text: '//\n'.repeat(401) },
  },
  {
    name: 'a name says what it is for',
    of: anyCode,
    faults: ({ path, text }) => {
      const vague = new Set(['util', 'utils', 'helper', 'helpers', 'manager', 'managers', 'common', 'misc']);
      const faults = wordsOf(path)
        .filter((word) => vague.has(word))
        .map((word) => `${path} is named ${word}: name it after what it does`);
      for (const { index, 1: name = '' } of text.matchAll(
        /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm,
      )) {
        const word = wordsOf(name).find((part) => vague.has(part));
        if (word !== undefined)
          faults.push(`${path}:${lineAt(text, index)} ${name}: say what it does instead of ${word}`);
      }
      return faults;
    },
    broken: { path: 'src/skus/sku.ts', text: 'export const dateHelper = 1;' },
  },
  {
    name: 'the reason of a rejection is a sentence',
    of: source,
    faults: ({ path, text }) =>
      [...text.matchAll(reasonText)]
        .filter(([, , reason = '']) => !isSentence(reason))
        .map(
          ({ index, 2: reason }) =>
            `${path}:${lineAt(text, index)} "${reason}": begin with a capital, end with a period`,
        ),
    broken: { path: 'src/skus/sku.ts', text: "return refuse('NotFound', 'there is no item');" },
  },
  pattern(
    'nothing is left for later',
    outsideTidy,
    /\b(TODO|FIXME|XXX|HACK)\b|\bfor now\b/,
    'finish it, or write an issue and take the note out',
    { path: 'src/skus/sku.ts', text: '// TODO: check' },
  ),
  pattern(
    'names, comments and documents use standard terms',
    outsideTidy,
    /\b(?:SetWriter|StartRefused|mayGuess|BalanceBook|[Ww]aitingQueue|FallenDemand|fellBack|giveWay|forgetRetryKeys)\b|\b[Rr]emembrance|\bopenLanes\b|\b[Aa]gain is the same as once\b/,
    'use the term of the field: batch, optimistic, cache, backorder queue, lost reservation, idempotent',
    { path: 'src/skus/sku.ts', text: '/** Again is the same as once. */' },
  ),
  pattern(
    'sentences have a subject that a reader can find',
    /^(src|portal|scripts|bench|attack|docs|examples)\/|^[A-Z]+\.md$/,
    /\b(?:[Ww]hoever|anew|befalls?|[Ff]acts)\b|(?<![`'])\b[Nn]obody\b(?![`'])|\bsaid to (?:be|hold|lie|have)\b/,
    'name who acts, or use the term of the field: again, input, recorded',
    { path: 'src/skus/sku.ts', text: '// nobody reads it' },
  ),
  pattern(
    'every test runs',
    /^(src|test)\/(?!tidy\/).*\.ts$/,
    /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b/,
    'let the test run, or delete it',
    { path: 'test/a.test.ts', text: "test.only('a', () => {});" },
  ),
  pattern(
    'an object has its properties themselves',
    /^(src|portal|test|scripts|bench|attack)\/(?!tidy\/).*\.(ts|tsx|mjs)$/,
    /\.\.\.\{ ?\w/,
    'write the properties, without a literal that is spread',
    { path: 'src/skus/sku.ts', text: 'const a = { ...{ b, c }, d };' },
  ),
  pattern(
    'types are never silenced',
    /^(src|test|scripts|bench|attack)\/(?!tidy\/).*\.(ts|mjs)$/,
    /@ts-(?:ignore|nocheck|expect-error)|\bas any\b(?! [a-z])/,
    'give it its type',
    { path: 'src/skus/sku.ts', text: 'const a = b as any;' },
  ),
  {
    name: 'a module begins by saying what it is for',
    of: source,
    faults: ({ path, text }) =>
      /^(#![^\n]*\n)?\/\*\*[\s\S]*?\*\//.test(text)
        ? []
        : [`${path}: begin with a comment /** … */ that says what it is for, what it owns and its invariants`],
    broken: { path: 'src/skus/sku.ts', text: "import a from 'a';\n/** later */" },
  },
  {
    name: 'an exported function says what it guarantees',
    of: source,
    faults: ({ path, text }) => {
      const exported = [...text.matchAll(/^export (?:async )?function\*? (\w+)/gm)];
      // The head of a module that exports one function speaks of that function.
      if (exported.length === 1) return [];
      return exported
        .filter(({ index }) => !/(\*\/|^\s*\/\/.*|^export .*;)$/.test(lineBefore(text, index)))
        .filter(({ index }) => linesUntilEnd(text, index) > maxPlainFunctionLines)
        .map(
          ({ index, 1: name }) =>
            `${path}:${lineAt(text, index)} ${name}: say above it what it guarantees and which errors it has`,
        );
    },
    broken: {
      path: 'src/skus/sku.ts',
      text: `/** A. */\n\nexport function b() {\n${'  f();\n'.repeat(maxPlainFunctionLines)}}\n/** C. */\nexport function c() {}\n`,
    },
  },
  {
    // What operations of a slice share may stand beside them; it has no path.
    name: 'one operation a file, named after it',
    of: /^src\/[^/]+\/operations\/(?!.*\.test\.).*\.ts$/,
    faults: ({ path, text }) => {
      const names = new Set(
        Array.from(text.matchAll(/^\s*(?:path: '\/api\/\w+\/|name: ')(\w+)'/gm), (match) => match[1] as string),
      );
      if (names.size > 1) return [`${path} defines ${[...names].join(', ')}: one operation a file`];
      return [...names]
        .map((name) => ({ name, file: `${kebab(name)}.ts` }))
        .filter(({ file }) => !path.endsWith(`/${file}`))
        .map(({ name, file }) => `${path} defines ${name}: name the file ${file}`);
    },
    broken: { path: 'src/skus/operations/create.ts', text: "defineChange({\n  path: '/api/SKU/CreateSKU'," },
  },
  {
    // Named with their area, because several areas have operations `List` and `Get`.
    name: 'one operator operation a file, named after its area and itself',
    of: /^src\/[^/]+\/operator-operations\/(?!.*\.test\.).*\.ts$/,
    faults: ({ path, text }) =>
      Array.from(text.matchAll(/^\s*path: '\/api\/(\w+)\/(\w+)'/gm), ([, area = '', name = '']) => ({
        name: `${area}/${name}`,
        file: `${kebab(area)}-${kebab(name)}.ts`,
      }))
        .filter(({ file }) => !path.endsWith(`/${file}`))
        .map(({ name, file }) => `${path} defines ${name}: name the file ${file}`),
    broken: {
      path: 'src/skus/operator-operations/list.ts',
      text: "defineOperatorQuery({\n  path: '/api/Skus/List',",
    },
  },
  // The parser of the import rules does not read JSX.
  pattern(
    'the portal takes the types of operations, the names of states, the kinds of events, how a scan is read and the limits of entries from the server, and nothing else',
    /^portal\/.*\.tsx?$/,
    /^(?!import type \{[^}]*\} from '(?:\.\.\/)+src\/api\/operator-operations\.ts';|import \{[^}]*\} from '(?:\.\.\/)+src\/contract\/(?:state-names|event-kinds|scanned-code|entry-limits)\.ts';).*\bfrom '(?:\.\.\/)+src\/[^']*'/m,
    'write import type { … } from src/api/operator-operations.ts; take data from operations, not from files that the hash of the build leaves out',
    {
      path: 'portal/api/client.ts',
      text: "import { operatorOperations } from '../../src/api/operator-operations.ts';",
    },
  ),
  pattern(
    'the design, the data and the station parts of the portal know no page',
    /^portal\/(?:api|design|station)\/.*\.tsx?$/,
    /\bfrom '(?:\.\.\/)+(?:pages|shell)\/[^']*'/,
    'hand in what differs between pages',
    { path: 'portal/design/table.tsx', text: "import { orderKey } from '../pages/orders/order-columns.tsx';" },
  ),
  pattern(
    'what a server says goes to the log',
    source,
    /\bconsole\.\w+\(/,
    'use the logger; commands write to process.stdout',
    { path: 'src/skus/sku.ts', text: "console.log('a');" },
  ),
  pattern(
    'no path of somebody’s machine',
    outsideTidy,
    /(?<![\w.$}~-])\/(?:work|home|Users)\/[A-Za-z]/,
    'use a path from the project’s folder, or one that is asked of the system',
    { path: 'docs/operating.md', text: 'see /home/me/dray' },
  ),
  pattern('the project stands by itself', outsideTidy, sharedDocument, 'write it down here, in docs/', {
    path: 'docs/operating.md',
    text: 'see ../shared/decisions.md',
  }),
  pattern(
    'no secret stands in a file',
    /^/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----\n|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bxox[abpr]-[0-9A-Za-z-]{10,}|\bwhsec_[A-Za-z0-9+/]{24,}/,
    'take it out and revoke it; tests generate theirs',
    { path: 'docs/a.md', text: `AKIA${'A1'.repeat(8)}` },
  ),
  {
    name: 'no credential of Dray stands in a file',
    of: /^/,
    // An invented example has a wrong checksum; what we generated has the right one.
    faults: ({ path, text }) =>
      [...text.matchAll(/\bdr[pt]_(?:live|test)_[0-9A-Za-z]{38}\b/g)]
        .filter(([found]) => isCredential(found))
        .map(({ index }) => `${path}:${lineAt(text, index)} holds a credential: take it out and revoke it`),
    broken: { path: 'docs/a.md', text: generateCredential('token', 'test') },
  },
  pattern(
    'no address of a package registry',
    outsideTidy,
    /\b(?:registry\.npmjs|npmmirror|pkg\.github|artifactory|jfrog)\b/i,
    'leave the registry to the configuration of npm',
    { path: 'scripts/install.mjs', text: 'https://registry.npmjs.org' },
  ),
];

function isCredential(text: string): boolean {
  const kind = text.startsWith('drp') ? 'password' : 'token';
  return isWellFormedCredential(text, kind, text.slice(4, 8) === 'live' ? 'production' : 'test');
}

/** A rule that is one forbidden pattern. */
function pattern(name: string, of: RegExp, forbidden: RegExp, fix: string, broken: SourceFile): Convention {
  return {
    name,
    of,
    faults: ({ path, text }) =>
      [...text.matchAll(new RegExp(forbidden, `${forbidden.flags}g`))].map(
        (match) => `${path}:${lineAt(text, match.index)} ${JSON.stringify(match[0].slice(0, 40))}: ${fix}`,
      ),
    broken,
  };
}

/** The line above the one that begins at `position`; an empty line says nothing. */
function lineBefore(text: string, position: number): string {
  return text.slice(0, position).split('\n').at(-2) ?? '';
}

/** How many lines it is from here to the closing brace at the margin. */
function linesUntilEnd(text: string, position: number): number {
  const rest = text.slice(position);
  const end = rest.search(/^}/m);
  return end === -1 ? 0 : lineAt(rest, end);
}

/** The names in a piece of TypeScript. */
export function* identifiers(text: string): Generator<{ identifier: string; line: number }> {
  let line = 1;
  for (const [name] of namesOnly(text).matchAll(/[A-Za-z_$][\w$]*|\n/g)) {
    if (name === '\n') line += 1;
    else yield { identifier: name, line };
  }
}
