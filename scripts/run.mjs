/**
 * The entry point of the program: `npm start`, `npm run dray -- <command>`, `node scripts/run.mjs <command>`. Runs on any Node
 * from 20 on, installs what is missing, and continues in the project's own Node.
 */
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { become } from './project-node.mjs';

await ensureInstalled();
become([path.join(root, 'src/main.ts'), ...process.argv.slice(2)]);
