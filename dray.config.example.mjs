/**
 * The settings of Dray. Copy this file to `dray.config.mjs` in the folder in which you start it, and take the two
 * slashes off what you want to change: what stands here is the default.
 *
 * Every setting can be given in the environment as well, under the name in brackets, and wins there over this file:
 *   PORT=9090 npm start
 * A wrong value, and a name that does not exist, stop the start with one line that says so. CONFIG_FILE names another
 * file than dray.config.mjs.
 */
export default {
  // --- Where it listens --------------------------------------------------------------------------------------------
  // Port of the HTTP server; 0 lets the system choose a free one, which is then printed. (PORT)
  // port: 8080,
  // Address that it listens on. 127.0.0.1 is this machine alone; 0.0.0.0 is every network that it is in. Put a proxy
  // that speaks TLS in front of it before others can reach it: credentials travel in the body of every request. (HOST)
  // host: '127.0.0.1',
  // Address of /metrics, which is not on the public port; /healthz and /readyz are on both. 127.0.0.1 is this machine
  // alone: let only what collects metrics reach another one. (METRICS_HOST)
  // metricsHost: '127.0.0.1',
  // Its port. 'auto' is 9464, or a free one where that is in use or port is 0; it is printed at the start. 'off' serves no
  // metrics. (METRICS_PORT)
  // metricsPort: 'auto',
  // Addresses and networks of your reverse proxies: '10.0.0.7, 10.1.0.0/16'. Failed sign-ins are counted for the address
  // that they name in Forwarded or X-Forwarded-For; from others these headers mean nothing. (TRUSTED_PROXIES)
  // trustedProxies: '',
  // --- Where it keeps its data -------------------------------------------------------------------------------------
  // Folder of the embedded PostgreSQL and of the secret key, private to the account that runs the server. Back it up
  // while the server is stopped, and always the two together. (DATA_DIR)
  // dataDir: './data',
  // Free space on the disk of dataDir below which changes are refused with 503, before PostgreSQL meets a full disk and
  // stops; they are accepted again from a quarter more on. Reads are always served. (MIN_FREE_DISK)
  // minFreeDisk: '256MiB',
  // A PostgreSQL of your own (15 or newer) instead of the embedded one. Needs secretKey. (DATABASE_URL)
  // databaseUrl: 'postgres://dray:password@db.example:5432/dray',
  // The database of the test environment on it; without this setting, one named like databaseUrl's with `_test` is
  // made beside it. (TEST_DATABASE_URL)
  // testDatabaseUrl: 'postgres://dray:password@db.example:5432/dray_test',
  // At least 32 random characters: `openssl rand -base64 32`. Customers' passwords and tokens are checked with it and
  // webhook secrets are encrypted with it, so a lost key makes all of them worthless. Required with databaseUrl;
  // otherwise one is made in dataDir at the first start. (SECRET_KEY)
  // secretKey: 'kept somewhere safer than this file',
  // --- Who you are -------------------------------------------------------------------------------------------------
  // The brand in field names and in the Authorization header: with 'Acme' clients may write AcmeWarehouseLocation and
  // `Authorization: AcmeAuth …` as well as the neutral ServiceWarehouseLocation and ServiceAuth. (BRAND)
  // brand: 'Service',
  // Time zone of dates and times that come without an offset, and of activity ranges; an IANA name. (TIME_ZONE)
  // timeZone: 'America/Los_Angeles',
  // --- How it behaves ----------------------------------------------------------------------------------------------
  // Test environment: 'auto' lets the simulated warehouse and carriers go on by themselves, so that an order arrives
  // within about two minutes; 'manual' moves them only by Simulation/AdvanceClock. (SIMULATION)
  // simulation: 'auto',
  // Whether the operations that take an Authorization header insist on it: 'required', or 'optional' for clients that
  // never send it. (TOKEN_POLICY)
  // tokenPolicy: 'required',
  // Least severe entry that is logged: fatal, error, warn, info, debug, trace; or silent. (LOG_LEVEL)
  // logLevel: 'info',
  // --- Limits ------------------------------------------------------------------------------------------------------
  // 'off' turns all five rate limits off, for load tests. (RATE_LIMIT)
  // rateLimit: 'on',
  // Requests of one UserKey for one CustomerNo: so many a second, (RATE_LIMIT_REQUESTS_PER_SECOND)
  // requestsPerSecond: 100,
  // and so many at once after a pause. (RATE_LIMIT_REQUESTS_BURST)
  // requestsBurst: 1_000,
  // The same for Tracking/GetDetails: so many a second, (RATE_LIMIT_GET_DETAILS_PER_SECOND)
  // getDetailsPerSecond: 20,
  // and so many at once. (RATE_LIMIT_GET_DETAILS_BURST)
  // getDetailsBurst: 200,
  // Failed sign-ins from one address, and for one CustomerNo, in a minute. (RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE)
  // failedSignInsPerMinute: 10,
  // Largest body of a request, in bytes, KiB or MiB. (BODY_LIMIT)
  // bodyLimit: '1MiB',
  // Largest body of a batch of orders, (BATCH_BODY_LIMIT)
  // batchBodyLimit: '5MiB',
  // and its largest number of orders. (BATCH_ORDERS)
  // batchOrders: 500,
  // Bytes of all bodies whose requests have not been answered. What does not fit is answered 503; one address has at most
  // a quarter of it in unfinished bodies. At least BATCH_BODY_LIMIT. (BODIES_IN_FLIGHT)
  // bodiesInFlight: '64MiB',
  // Open connections. One more is closed. (CONNECTIONS)
  // connections: 5_000,
  // Open connections of one address. This machine's own addresses and trusted proxies have no limit of their own.
  // (CONNECTIONS_PER_ADDRESS)
  // connectionsPerAddress: 1_000,
  // --- Carriers ----------------------------------------------------------------------------------------------------
  // The key of the EasyPost account that production buys labels with and asks about addresses and transit. Without it no carrier is
  // configured, orders that need one are held, and no address is confirmed. (EASYPOST_API_KEY)
  // easypostApiKey: 'kept somewhere safer than this file',
  // What EasyPost signs its events with; they are pushed to /hooks/easypost. Without it none is believed.
  // (EASYPOST_WEBHOOK_SECRET)
  // easypostWebhookSecret: 'kept somewhere safer than this file',
  // Where its interface is. (EASYPOST_BASE_URL)
  // easypostBaseUrl: 'https://api.easypost.com/v2/',
  // The FedEx account that production asks for pickup locations; without it the operator's directory answers.
  // (FEDEX_CLIENT_ID)
  // fedexClientId: 'from the developer portal of FedEx',
  // Its secret. (FEDEX_CLIENT_SECRET)
  // fedexClientSecret: 'kept somewhere safer than this file',
  // Where its interface is. (FEDEX_BASE_URL)
  // fedexBaseUrl: 'https://apis.fedex.com',
  // At which kinds of its locations your agreement lets wine be handed out, in FedEx's words: 'FEDEX_OFFICE,FEDEX_SHIPSITE'.
  // FedEx does not say it of a location. Of others only those are answered that your directory allows. (FEDEX_ALCOHOL_TYPES)
  // fedexAlcoholTypes: '',
  // The same of UPS. (UPS_CLIENT_ID)
  // upsClientId: 'from the developer portal of UPS',
  // Its secret. (UPS_CLIENT_SECRET)
  // upsClientSecret: 'kept somewhere safer than this file',
  // Where its interface is. (UPS_BASE_URL)
  // upsBaseUrl: 'https://onlinetools.ups.com',
  // Kinds in UPS's codes, which UPS tells you for your country: '001,002'. (UPS_ALCOHOL_TYPES)
  // upsAlcoholTypes: '',
  // --- Strength ----------------------------------------------------------------------------------------------------
  // Database connections of each environment. (POOL_SIZE)
  // poolSize: 16,
  // How many of them may write at once; the rest always stay for reading. (WRITE_SLOTS)
  // writeSlots: 2,
  // Changes that one customer may have waiting before further ones are answered with 503. (WRITE_QUEUE)
  // writeQueue: 2_000,
  // The longest time in milliseconds that a request waits for its turn. One that would wait longer is refused at once with 503
  // and Retry-After. (MAX_QUEUE_MS)
  // maxQueueMs: 1_000,
  // --- Timeouts ----------------------------------------------------------------------------------------------------
  // How long a request may take before it is answered with 503; also the longest statement of the database. Batches, labels
  // and moving a test clock have longer times of their own. (REQUEST_TIMEOUT_SECONDS)
  // requestTimeoutSeconds: 30,
  // How long the server may take to stop in order before it ends as it is, with exit code 3. (STOP_TIMEOUT_SECONDS)
  // stopTimeoutSeconds: 25,
};
