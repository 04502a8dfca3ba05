/**
 * The settings of Dray. Copy this file to `dray.config.mjs` in the folder in which you start the server, and uncomment
 * the settings that you want to change. The values shown are the defaults.
 *
 * Each setting can also be set by the environment variable in parentheses, which overrides this file:
 *   PORT=9090 npm start
 * An invalid value or an unknown name is reported in one line and the server does not start. CONFIG_FILE specifies a
 * different file than dray.config.mjs.
 */
export default {
  // --- Network -----------------------------------------------------------------------------------------------------
  // Port of the HTTP server; 0 uses any free port, which is then printed. (PORT)
  // port: 8080,
  // Address that the server listens on. 127.0.0.1 accepts only this machine; 0.0.0.0 accepts every network. Put a TLS
  // proxy in front of it before exposing it: every request carries credentials in its body. (HOST)
  // host: '127.0.0.1',
  // Address of /metrics, which is not on the public port; /healthz and /readyz are on both. 127.0.0.1 accepts
  // only this machine; make any other address reachable only for your metrics collector. (METRICS_HOST)
  // metricsHost: '127.0.0.1',
  // Port of /metrics. 'auto' is 9464, or any free port if 9464 is in use or port is 0; it is printed at the start. 'off'
  // disables metrics. (METRICS_PORT)
  // metricsPort: 'auto',
  // Addresses and networks of your reverse proxies: '10.0.0.7, 10.1.0.0/16'. Failed sign-ins are counted for the address
  // in their Forwarded or X-Forwarded-For header; these headers are ignored from other addresses. (TRUSTED_PROXIES)
  // trustedProxies: '',
  // --- Data --------------------------------------------------------------------------------------------------------
  // Folder of the embedded PostgreSQL and of the secret key, private to the account that runs the server. `dray
  // backup` copies both together, also while the server runs. (DATA_DIR)
  // dataDir: './data',
  // Free space on the disk of dataDir below which changes are rejected with 503, before the embedded PostgreSQL fills the
  // disk and stops. Changes are accepted again when 25% more than that is free. Reads are always served. (MIN_FREE_DISK)
  // minFreeDisk: '256MiB',
  // A PostgreSQL of your own (15 or newer) instead of the embedded one. Needs secretKey. (DATABASE_URL)
  // databaseUrl: 'postgres://dray:password@db.example:5432/dray',
  // The database of the test environment. By default it has the name of databaseUrl's and `_test`, on the same server, and
  // is created when it is missing. (TEST_DATABASE_URL)
  // testDatabaseUrl: 'postgres://dray:password@db.example:5432/dray_test',
  // A Redis or Valkey through which processes share rate limits, instead of their database. Deployments that share one need
  // different numbers at the end. While it is away, each process limits by itself. (REDIS_URL)
  // redisUrl: 'redis://user:password@redis.example:6379/0',
  // At least 32 random characters: `openssl rand -base64 32`. Customers' passwords and tokens are checked with it and
  // webhook secrets are encrypted with it, so a lost key invalidates all of them. Required with databaseUrl;
  // otherwise a key is created in dataDir at the first start. (SECRET_KEY)
  // secretKey: 'kept somewhere safer than this file',
  // --- Operator ----------------------------------------------------------------------------------------------------
  // The brand in field names and in the Authorization header: with 'Acme' clients may write AcmeWarehouseLocation and
  // `Authorization: AcmeAuth …` as well as the neutral ServiceWarehouseLocation and ServiceAuth. (BRAND)
  // brand: 'Service',
  // Time zone of dates and times without an offset, and of activity ranges; an IANA name. (TIME_ZONE)
  // timeZone: 'America/Los_Angeles',
  // --- Behavior ----------------------------------------------------------------------------------------------------
  // Test environment: with 'auto' the simulated warehouse and carriers work automatically, so that an order is delivered
  // within about two minutes; with 'manual' they work only on Simulation/AdvanceClock. (SIMULATION)
  // simulation: 'auto',
  // Whether the web portal is built and served, at /portal and /test/portal: 'on' or 'off'. (PORTAL)
  // portal: 'on',
  // Whether the operations that take an Authorization header require it: 'required', or 'optional' for clients that
  // never send it; "dray customer update --token-policy" decides for one customer. (TOKEN_POLICY)
  // tokenPolicy: 'required',
  // Minimum severity of log entries: fatal, error, warn, info, debug, trace; or silent. (LOG_LEVEL)
  // logLevel: 'info',
  // --- Limits ------------------------------------------------------------------------------------------------------
  // 'off' turns all rate limits off, for load tests; wrong passwords still lock accounts of operators. (RATE_LIMIT)
  // rateLimit: 'on',
  // Requests per second of one UserKey for one CustomerNo. (RATE_LIMIT_REQUESTS_PER_SECOND)
  // requestsPerSecond: 100,
  // Burst size: requests at once after a pause. (RATE_LIMIT_REQUESTS_BURST)
  // requestsBurst: 1_000,
  // The same for Tracking/GetDetails: requests per second. (RATE_LIMIT_GET_DETAILS_PER_SECOND)
  // getDetailsPerSecond: 20,
  // Burst size. (RATE_LIMIT_GET_DETAILS_BURST)
  // getDetailsBurst: 200,
  // Failed sign-ins per minute from one address, for one CustomerNo, and at the shared stations of one account.
  // (RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE)
  // failedSignInsPerMinute: 10,
  // Maximum size of a request body, in bytes, KiB or MiB. (BODY_LIMIT)
  // bodyLimit: '1MiB',
  // Maximum body size of a batch of orders. (BATCH_BODY_LIMIT)
  // batchBodyLimit: '5MiB',
  // Maximum number of orders in a batch. (BATCH_ORDERS)
  // batchOrders: 500,
  // Maximum bytes of all bodies whose requests are still being processed. Bodies beyond it get 503; unfinished bodies of
  // one address, except this machine's own, may use at most a quarter of it. At least BATCH_BODY_LIMIT. (BODIES_IN_FLIGHT)
  // bodiesInFlight: '64MiB',
  // Maximum number of open connections. Further connections are closed. (CONNECTIONS)
  // connections: 5_000,
  // Maximum number of open connections per address. This machine's own addresses and trusted proxies are exempt.
  // (CONNECTIONS_PER_ADDRESS)
  // connectionsPerAddress: 1_000,
  // --- Photos ------------------------------------------------------------------------------------------------------
  // Where new photos are stored: 'database', or an S3-compatible bucket such as 's3://bucket/prefix'. Earlier ones stay where
  // they are. (PHOTO_STORE)
  // photoStore: 'database',
  // How buckets are reached. With photoStore 'database', any of these lets photos that are in a bucket be read.
  // Address of an S3-compatible server other than Amazon's. (S3_ENDPOINT)
  // s3Endpoint: 'https://minio.example',
  // Region of the bucket; 'us-east-1' when it is not set. (S3_REGION)
  // s3Region: 'us-east-1',
  // Keys of the bucket. Without them the AWS SDK finds some, such as those of the machine's role. (S3_ACCESS_KEY_ID)
  // s3AccessKeyId: 'kept somewhere safer than this file',
  // (S3_SECRET_ACCESS_KEY)
  // s3SecretAccessKey: 'kept somewhere safer than this file',
  // --- Carriers ----------------------------------------------------------------------------------------------------
  // API key of the EasyPost account that production uses for labels, address verification and transit times. Without it,
  // no carrier is configured, orders that need one are held, and no address is confirmed. (EASYPOST_API_KEY)
  // easypostApiKey: 'kept somewhere safer than this file',
  // Secret that EasyPost signs its events to /hooks/easypost with. Without it all events are rejected.
  // (EASYPOST_WEBHOOK_SECRET)
  // easypostWebhookSecret: 'kept somewhere safer than this file',
  // Base URL of the EasyPost API. (EASYPOST_BASE_URL)
  // easypostBaseUrl: 'https://api.easypost.com/v2/',
  // Codes of the carriers for which the account makes scan forms, separated by commas; empty for none. EasyPost does not
  // list them: add a carrier when its account representative confirms it. (EASYPOST_SCAN_FORMS)
  // easypostScanForms: 'GSO',
  // The FedEx account that production uses to find pickup locations; without it, or when FedEx does not reply, the
  // operator's directory is used.
  // (FEDEX_CLIENT_ID)
  // fedexClientId: 'from the developer portal of FedEx',
  // Secret of the FedEx account. (FEDEX_CLIENT_SECRET)
  // fedexClientSecret: 'kept somewhere safer than this file',
  // Base URL of the FedEx API. (FEDEX_BASE_URL)
  // fedexBaseUrl: 'https://apis.fedex.com',
  // FedEx location types that may hand out wine under your agreement: 'FEDEX_OFFICE,FEDEX_SHIPSITE'. FedEx does not report
  // this per location. Locations of other types are returned only if your directory allows them. (FEDEX_ALCOHOL_TYPES)
  // fedexAlcoholTypes: '',
  // The UPS account, used in the same way. (UPS_CLIENT_ID)
  // upsClientId: 'from the developer portal of UPS',
  // Secret of the UPS account. (UPS_CLIENT_SECRET)
  // upsClientSecret: 'kept somewhere safer than this file',
  // Base URL of the UPS API. (UPS_BASE_URL)
  // upsBaseUrl: 'https://onlinetools.ups.com',
  // UPS location type codes; UPS lists the codes of your country: '001,002'. (UPS_ALCOHOL_TYPES)
  // upsAlcoholTypes: '',
  // --- Tuning ------------------------------------------------------------------------------------------------------
  // Database connections per environment and process; at most 20 without databaseUrl. (POOL_SIZE)
  // poolSize: 16,
  // Maximum number of connections that write at once, fewer than poolSize; the others are reserved for reads. (WRITE_SLOTS)
  // writeSlots: 2,
  // Maximum number of waiting changes per customer; further changes get 503. (WRITE_QUEUE)
  // writeQueue: 2_000,
  // Maximum time in milliseconds that a request is queued. A request that would wait longer is rejected at once with 503
  // and Retry-After. (MAX_QUEUE_MS)
  // maxQueueMs: 1_000,
  // --- Webhooks ----------------------------------------------------------------------------------------------------
  // Addresses and networks that webhooks may be sent to although they are not public, also by http:, separated by commas.
  // (WEBHOOK_ALLOWED_NETWORKS)
  // webhookAllowedNetworks: '',
  // --- Timeouts ----------------------------------------------------------------------------------------------------
  // How long a request may take before it gets 503; also the database's statement timeout. Batches, labels and advancing
  // a test clock have longer timeouts. (REQUEST_TIMEOUT_SECONDS)
  // requestTimeoutSeconds: 30,
  // How long a graceful stop may take before the process exits with code 3. (STOP_TIMEOUT_SECONDS)
  // stopTimeoutSeconds: 25,
};
