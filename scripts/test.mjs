/** `npm test`: installs what is missing, then the checks, then all tests. Arguments go to Vitest: `npm test -- orders`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, projectNode, root } from './install.mjs';
import { become } from './project-node.mjs';

await ensureInstalled({ development: true });
const check = spawnSync(projectNode, [path.join(root, 'scripts/check.mjs')], { stdio: 'inherit', cwd: root });
if (check.status !== 0) process.exit(check.status ?? 1);
process.chdir(root);
become([path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]);
