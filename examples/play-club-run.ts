/** `npm run play-club-run`: runs the club run of `club-run/` against a running server and prints the result. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkClubRun } from './club-run/check.ts';
import { playClubRun } from './club-run/play.ts';
import { reportClubRun } from './club-run/report.ts';
import { readClubRun } from './club-run/samples.ts';
import { type Credentials, openService } from './club-run/service.ts';

const help = `Runs the club run of examples/club-run in the test environment of a running server.

  npm run -s play-club-run -- [options]

  --url <address>         the server, or a base address that ends in v3 (DRAY_URL; default http://127.0.0.1:8080,
                          or the port in PORT, as the server reads it)
  --credentials <file>    output of "dray customer create --json"; - reads standard input
  --customer <no>         CustomerNo (DRAY_CUSTOMER_NO)
  --user-key <key>        UserKey (DRAY_USER_KEY)
  --password <password>   Password (DRAY_PASSWORD, which other users of the machine cannot see)

Use a new customer: its total stock is checked. Exits with 1 when a check fails.
`;

class UsageError extends Error {}

function readArguments(): { baseUrl: string; credentials: Credentials } | undefined {
  const text = { type: 'string' } as const;
  let values: Record<string, string | boolean | undefined>;
  try {
    values = parseArgs({
      options: {
        url: text,
        credentials: text,
        customer: text,
        'user-key': text,
        password: text,
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help) return undefined;
  const given = (flag: string, variable: string) => (values[flag] as string | undefined) ?? process.env[variable] ?? '';
  const url = (given('url', 'DRAY_URL') || `http://127.0.0.1:${process.env.PORT || '8080'}`).replace(/\/+$/, '');
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is not a valid address`);
  const file = values.credentials as string | undefined;
  const credentials =
    file === undefined
      ? {
          CustomerNo: given('customer', 'DRAY_CUSTOMER_NO'),
          UserKey: given('user-key', 'DRAY_USER_KEY'),
          Password: given('password', 'DRAY_PASSWORD'),
        }
      : readCredentials(file);
  const missing = Object.entries(credentials).find(([, value]) => !value);
  if (missing) throw new UsageError(`${missing[0]} is missing: see --help`);
  return { baseUrl: url.endsWith('/v3') ? url : `${url}/test/v3`, credentials };
}

function readCredentials(file: string): Credentials {
  try {
    const read = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')) as Partial<Credentials>;
    return { CustomerNo: read.CustomerNo ?? '', UserKey: read.UserKey ?? '', Password: read.Password ?? '' };
  } catch (error) {
    throw new UsageError(`--credentials ${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

let baseUrl = '';
try {
  const given = readArguments();
  if (given === undefined) {
    process.stdout.write(help);
  } else {
    baseUrl = given.baseUrl;
    const service = await openService(given.baseUrl, given.credentials);
    const played = await playClubRun(service, readClubRun(), (progress) => process.stderr.write(`${progress}\n`));
    const result = checkClubRun(played);
    process.stdout.write(`${reportClubRun(result, played.sendingMs)}\n`);
    if (result.faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  const { message, cause } = error as Error;
  const why = cause instanceof Error && cause.message !== '' ? ` (${cause.message})` : '';
  const where = error instanceof TypeError && baseUrl !== '' ? `${baseUrl}: ` : '';
  process.stderr.write(`play-club-run: ${where}${message}${why}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
