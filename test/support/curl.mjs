/** Sends a request as the curl commands of the guides do, so that a test can run them where curl is not installed. */
import { readFileSync } from 'node:fs';

const [...rest] = process.argv.slice(2);
const headers = {};
let [url, body] = ['', ''];
while (rest.length > 0) {
  const argument = rest.shift();
  if (argument === '-s') continue;
  if (argument === '-H') {
    const [name, ...value] = rest.shift().split(':');
    headers[name] = value.join(':').trim();
  } else if (argument === '-d') {
    body = rest.shift();
    if (body === '@-') body = readFileSync(0, 'utf8');
  } else if (argument.startsWith('-')) throw new Error(`unknown option ${argument}`);
  else url = argument;
}
const response = await fetch(url, { method: 'POST', headers, body });
process.stdout.write(await response.text());
