/** Calls operations over HTTP as an integrator does, with the credentials in the property that each operation requires. */
export interface CallerCredentials {
  readonly userKey: string;
  readonly password: string;
  readonly customerNo: string;
  readonly accessToken: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

export interface Client {
  /** Calls an operation such as `SalesOrder/CreateSalesOrder`. Adds credentials and token, unless `body` and `headers` have their own. */
  call(name: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
  /** Sends the body unchanged and without a token, for invalid requests. */
  send(name: string, body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<ApiResponse>;
}

const topLevel = new Set(['SalesOrder/GetOrdersOnHold']);
const details = new Set(['Tracking/GetDetails']);

/** The body with credentials in the property that the operation requires. */
export function withCredentials(
  name: string,
  { userKey, password, customerNo }: CallerCredentials,
  body: object,
): object {
  const credentials = { UserKey: userKey, Password: password, CustomerNo: customerNo };
  if (topLevel.has(name)) return { ...credentials, ...body };
  return { [details.has(name) ? 'AuthenticationDetails' : 'Authentication']: credentials, ...body };
}

export function openClient(base: string, credentials: CallerCredentials): Client {
  const send: Client['send'] = async (name, body, headers = {}) => {
    const response = await fetch(`${base}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body as string,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    send,
    call: (name, body = {}, headers = {}) =>
      send(name, JSON.stringify(withCredentials(name, credentials, body)), {
        authorization: `ServiceAuth ${credentials.accessToken}`,
        ...headers,
      }),
  };
}
