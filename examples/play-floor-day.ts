/** `npm run play-floor-day`: plays the club run of `club-run/` through the floor of a warehouse and prints the result. */
import { parseArgs } from 'node:util';
import { readClubRun } from './club-run/samples.ts';
import { runFloorDay } from './floor-day/run.ts';

const help = `Plays the club run of examples/club-run through a worked warehouse of the test environment of a running server:
people receive, put away, release, pick, pack, manifest, let depart and take two returns. A run has a winery of its own.

  npm run -s play-floor-day -- [options]

  --url <address>         the server (DRAY_URL; default http://127.0.0.1:8080, or the port in PORT, as the server reads it)
  --email <address>       an admin of the test environment (DRAY_OPERATOR_EMAIL; default admin@demo.example, whom the
                          first start creates)
  --password <password>   the admin's password (DRAY_OPERATOR_PASSWORD, which other users of the machine cannot see)
  --orders <n>            how many of the 982 orders (default all)
  --warehouse <code>      which warehouse becomes worked; it is created when missing (default FLOOR01)

Exits with 1 when a check fails.
`;

class UsageError extends Error {}

function readArguments() {
  const text = { type: 'string' } as const;
  const options = { url: text, email: text, password: text, orders: text, warehouse: text };
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help) return undefined;
  const given = (flag: keyof typeof options, variable: string) =>
    (values[flag] as string | undefined) ?? process.env[variable] ?? '';
  const url = (given('url', 'DRAY_URL') || `http://127.0.0.1:${process.env.PORT || '8080'}`).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is not a valid address`);
  const password = given('password', 'DRAY_OPERATOR_PASSWORD');
  if (password === '') throw new UsageError('the password of the admin is missing: see --help');
  const run = readClubRun();
  const orders = Number(values.orders ?? run.orders.length);
  if (!(Number.isInteger(orders) && orders >= 2)) throw new UsageError('--orders must be a whole number, at least 2');
  return {
    url: url.replace(/\/test\/v3$/, ''),
    email: given('email', 'DRAY_OPERATOR_EMAIL') || 'admin@demo.example',
    password,
    warehouse: (values.warehouse as string | undefined) ?? 'FLOOR01',
    run: { ...run, orders: run.orders.slice(0, orders) },
  };
}

let url = '';
try {
  const given = readArguments();
  if (given === undefined) {
    process.stdout.write(help);
  } else {
    url = given.url;
    const { report, faults } = await runFloorDay(given, (progress) => process.stderr.write(`${progress}\n`));
    process.stdout.write(`${report}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  const { message, cause } = error as Error;
  const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  const where = error instanceof TypeError && url !== '' ? `${url}: ` : '';
  process.stderr.write(`play-floor-day: ${where}${message}${why}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
