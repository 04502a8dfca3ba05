/** The program of each process of `dray serve --processes`. */
import './api/server.ts';
import './first-start.ts';
import './platform/jobs.ts';
import { runServerProcess } from './serve-process.ts';

await runServerProcess();
