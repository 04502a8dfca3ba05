/** `node scripts/run-file.mjs <file> …`: runs a program of the project (an example, a benchmark) in the project's own Node. */
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { become } from './project-node.mjs';

const [file, ...args] = process.argv.slice(2);
await ensureInstalled();
become([path.join(root, file ?? ''), ...args]);
