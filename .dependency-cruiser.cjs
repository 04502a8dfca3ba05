/**
 * Who may import whom (ARCHITECTURE.md). `npm run check` runs these rules over src/; test/tidy/import-rules.test.ts shows
 * that each of them refuses what it is for.
 *
 * The parser is swc: dependency-cruiser knows TypeScript's own parser up to version 6 only, and without a parser it would
 * find nothing to complain of, in nothing.
 */
try {
  require.resolve('@swc/core');
} catch {
  throw new Error(
    'the import rules cannot be checked without @swc/core: npm install --save-dev --save-exact @swc/core',
  );
}

/** From below to above: a layer imports those before it. */
const layers = ['lib', 'drawing', 'platform', 'contract'];

/** From below to above: a slice imports those before it, through their index.ts. */
const slices = [
  'auth',
  'operators',
  'skus',
  'operator-settings',
  'photos',
  'inventory',
  'addresses',
  'carriers',
  'documents',
  'sales-orders',
  'purchase-orders',
  'transfer-orders',
  'returns',
  'warehouse',
  'shipping-labels',
  'tracking',
  'events',
  'order-index',
  'locations',
  'floor',
  'receiving',
  'bins',
  'return-station',
  'administration',
  'simulation',
  'webhooks',
  'portal',
];

const tests = '[.]test[.]ts$';
const anySlice = `^src/(${slices.join('|')})/`;
const top = '^src/(api/|commands/|[^/]+[.]ts$)';

/**
 * Files that decide and do no I/O. They import `lib`, `contract`, each other, the words of an error, and of other slices
 * what those export (which is pure where it is called: a type check, a calculation).
 */
const pureFiles = [
  '^src/lib/',
  '^src/contract/',
  '^src/carriers/',
  '^src/addresses/(?!operations/|sources/|location-store[.]|find-locations[.]|check-address[.]|sources[.]|index[.])',
  '^src/sales-orders/(order|draft|request-mapping|holds|nearest-warehouses|processing-time)[.]ts$',
  '^src/purchase-orders/(purchase-order|request-mapping)[.]ts$',
  '^src/transfer-orders/(transfer-order|request-mapping|accept-lines|arrival|start-time)[.]ts$',
  '^src/returns/(return|reship|rma-number|return-fields|remaining-units|shipped-line)[.]ts$',
  '^src/simulation/(returned-packages|delivery-exceptions)[.]ts$',
  '^src/operator-settings/(settings|standing-rules|carrier-rules|defaults)[.]ts$',
  '^src/inventory/stock[.]ts$',
  '^src/skus/sku[.]ts$',
  '^src/floor/(item-code|floor-work|packing-session|picking-session|picking-walk|pick-task)[.]ts$',
  '^src/photos/photo[.]ts$',
  '^src/locations/(location|kind-fault|tote-code)[.]ts$',
  '^src/receiving/receipt[.]ts$',
  '^src/bins/(put-away|replenishment)[.]ts$',
  '^src/return-station/(inspection|names-in-scan)[.]ts$',
  '^src/warehouse/(package|packing|plan-packages|carrier-holds|ship-date|start-decision|rate-request|ship-to)[.]ts$',
  '^src/drawing/(fit-text|printable-text|symbols|sheet|png)[.]ts$',
  '^src/shipping-labels/(label-plan|jit/(jit-label|jit-label-id|label-content|label-layout|slip-layout|slip-rows|packing-station-sheet))[.]ts$',
];

const layerRules = layers.map((layer, at) => ({
  name: `${layer}-imports-only-what-is-below`,
  comment: `${layer} knows nothing of what is built on it. Move what it needs down, or hand it in as an argument.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: tests },
  to: { path: '^src/', pathNot: layers.slice(0, at + 1).map((below) => `^src/${below}/`) },
}));

const sliceRules = slices.map((slice, at) => ({
  name: `${slice}-imports-only-slices-below`,
  comment: `Slices import downward only: ${slices.slice(0, at).join(', ') || 'none'}. Declare a port (platform/ports.ts) for what a higher slice provides, and provide it in wiring.ts.`,
  severity: 'error',
  from: { path: `^src/${slice}/` },
  to: { path: '^src/', pathNot: [...layers, ...slices.slice(0, at + 1)].map((below) => `^src/${below}/`) },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...sliceRules,
    {
      name: 'no-cycles',
      comment: 'Two modules that need each other are one module, or need a third below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'slices-only-through-index',
      comment: "Import another slice's index.ts, and export there what others may use.",
      severity: 'error',
      from: { path: anySlice },
      to: { path: '^src/([^/]+)/(?!index[.]ts$)', pathNot: [`^src/(${layers.join('|')})/`, '^src/$1/'] },
    },
    {
      name: 'top-only-through-index',
      comment: "Import the slice's index.ts; only the lists in api/ name the files of operations.",
      severity: 'error',
      from: {
        path: `${top}|^(test|bench|attack|scripts)/`,
        // The settings of a first start are exported for no other slice.
        pathNot: ['^src/api/((operator|floor)-)?operations[.]ts$', '^test/support/default-settings[.]ts$', tests],
      },
      to: { path: `${anySlice}(?!index[.]ts$)` },
    },
    {
      name: 'operations-list-imports-operations',
      comment: 'A list of operations imports operations, nothing else of a slice.',
      severity: 'error',
      from: { path: '^src/api/((operator|floor)-)?operations[.]ts$' },
      to: { path: anySlice, pathNot: '^src/[^/]+/(operator-)?operations/[^/]+[.]ts$' },
    },
    {
      name: 'api-below-compose',
      comment: 'compose.ts wires api; api is handed what it needs.',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^src/(compose[.]ts|main[.]ts|commands/)' },
    },
    {
      name: 'compose-below-commands',
      comment: 'Commands call compose, not the other way round.',
      severity: 'error',
      from: { path: '^src/compose[.]ts$' },
      to: { path: '^src/(main[.]ts|commands/)' },
    },
    {
      name: 'pure-files-do-no-io',
      comment: 'This file decides and does no I/O: take what it needs as an argument, and read it in the store.',
      severity: 'error',
      from: { path: pureFiles, pathNot: tests },
      to: {
        path: [
          '^src/platform/(?!errors[.]ts$|command-context[.]ts$|http/code-lists[.]ts$)',
          '-store[.]ts$',
          '^node_modules/(pg|pg-boss|fastify|pino)(/|$)',
          '^(node:)?(net|http|https|child_process|worker_threads|dns|tls)$',
        ],
      },
    },
    {
      name: 'nobody-imports-webhooks',
      comment: 'Append to the log in your own transaction; webhooks read it.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [
          '^src/webhooks/',
          '^src/[^/]+[.]ts$',
          '^src/api/(((operator|floor)-)?operations|webhooks-openapi)[.]ts$',
        ],
      },
      to: { path: '^src/webhooks/' },
    },
    {
      name: 'carriers-without-database',
      comment:
        'Carrier code builds requests and reads replies. Claim the row, call, record the result: in the slice that ships.',
      severity: 'error',
      from: { path: '^src/carriers/' },
      to: { path: ['^src/platform/db/', '^node_modules/(pg|pg-boss)(/|$)'] },
    },
    {
      name: 'database-driver-only-in-platform',
      comment: 'Write SQL through Reader and Tx of platform/db; they prepare, retry and number.',
      severity: 'error',
      // LISTEN and locks of a session need a connection of their own; `migrate` runs before there is a Db.
      from: {
        path: '^src/',
        pathNot: ['^src/platform/', '^src/commands/migrate[.]ts$', '^src/simulation/clock-lock[.]ts$', tests],
      },
      to: { path: '^node_modules/(pg|pg-boss)(/|$)' },
    },
    {
      name: 'http-framework-only-in-platform-and-api',
      comment: 'An operation is a value: it never sees the HTTP framework.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: ['^src/platform/http/', '^src/api/', '^src/portal/routes[.]ts$', '^src/first-start[.]ts$'],
      },
      to: { path: '^node_modules/(@fastify/|fastify(/|$)|@scalar/)' },
    },
    {
      name: 'source-without-tests',
      comment: 'What runs in production imports no test.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: ['^test/', tests] },
    },
    {
      name: 'source-without-development-packages',
      comment: 'Move the package from devDependencies to dependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'] },
    },
    {
      name: 'server-without-portal',
      comment: 'The server serves the built portal; its sources are for browsers.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^portal/' },
    },
    {
      name: 'every-import-exists',
      comment: 'The file or package is not there, or is not named in package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/[^/]+/data/' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
      conditionNames: ['node', 'import', 'default'],
    },
  },
};
