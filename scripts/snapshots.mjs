/** `node scripts/snapshots.mjs`: writes openapi.snapshot.json and schema.snapshot.sql anew. Look at what has changed. */
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { become } from './project-node.mjs';

await ensureInstalled({ development: true });
become([path.join(root, 'scripts/snapshots.ts')]);
