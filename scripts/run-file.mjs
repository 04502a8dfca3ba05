/** `node scripts/run-file.mjs <file> …`: runs one of the project's programs beside the server (an example, a bench) in the project's own Node. */
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { become } from './project-node.mjs';

const [file, ...args] = process.argv.slice(2);
await ensureInstalled();
become([path.join(root, file ?? ''), ...args]);
