/** The commands of a guide, so that a test can run what an operator pastes. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const shell = (name: string) => `"${path.join(root, name)}"`;
const dray = `${shell('node_modules/node/bin/node')} ${shell('src/main.ts')}`;

/**
 * The shell blocks of a section of docs/operating.md, each as one script. `npm run -s dray --` becomes the program itself,
 * `npm start` is left out, and each text of `replaced`, which must occur, becomes its value.
 */
export function guideSteps(heading: string, replaced: Readonly<Record<string, string>>): string[] {
  const guide = readFileSync(path.join(root, 'docs/operating.md'), 'utf8');
  const section = guide.split(/^(?=#+ )/m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operating.md has no section ${heading}`);
  const unused = new Set(Object.keys(replaced));
  const scripts = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, script = '']) => {
    let text = script.replaceAll('npm run -s dray --', dray).replaceAll(/^npm start$/gm, '');
    for (const [from, to] of Object.entries(replaced)) {
      if (text.includes(from)) unused.delete(from);
      text = text.replaceAll(from, to);
    }
    return `set -e\n${text}`;
  });
  if (unused.size > 0) throw new Error(`${heading} does not contain ${[...unused].join(', ')}`);
  return scripts;
}
