/** `node scripts/snapshots.mjs`: regenerates openapi.snapshot.json, operator-openapi.snapshot.json and schema.snapshot.sql. Review the diff. */
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { become } from './project-node.mjs';

await ensureInstalled({ development: true });
become([path.join(root, 'scripts/snapshots.ts')]);
