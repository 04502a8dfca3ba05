/**
 * Calls the service as a point of sale would: credentials in the body, a token in the header where it is required, and
 * retries after 429.
 */

export interface Credentials {
  readonly CustomerNo: string;
  readonly UserKey: string;
  readonly Password: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

/** The body of every error. */
export interface Refusal {
  readonly Status: number;
  readonly Code: string;
  readonly Reason: string;
  readonly Errors: readonly { readonly Field: string; readonly Code: string; readonly Message: string }[];
  readonly TransactionReferenceNumber: string;
}

export interface Service {
  /** Calls `/api/` + operation and returns any response, including 4xx and 5xx. */
  call(operation: string, body: object): Promise<ApiResponse>;
  /** Calls and throws with the response's reason unless the status is `expected`. */
  must<T>(operation: string, body: object, expected?: number): Promise<T>;
}

/** The operations that require a token in addition to the credentials. */
const withToken = new Set(['SKU/CreateSKU', 'Tracking/GetDetails', 'Tracking/GetPackages']);

/** @param baseUrl with the major version: `http://127.0.0.1:8080/test/v3` */
export async function openService(baseUrl: string, credentials: Credentials): Promise<Service> {
  let authorization = '';
  const call = async (operation: string, body: object): Promise<ApiResponse> => {
    const property = operation === 'Tracking/GetDetails' ? 'AuthenticationDetails' : 'Authentication';
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (withToken.has(operation)) headers.authorization = authorization;
    const text = JSON.stringify({ [property]: credentials, ...body });
    for (;;) {
      const response = await fetch(`${baseUrl}/api/${operation}`, { method: 'POST', headers, body: text });
      const result = { status: response.status, body: (await response.json()) as unknown };
      if (result.status !== 429) return result;
      const seconds = Number(response.headers.get('retry-after')) || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
  const must = async <T>(operation: string, body: object, expected = 200): Promise<T> => {
    const result = await call(operation, body);
    if (result.status !== expected) {
      const reason = (result.body as Partial<Refusal> | null)?.Reason ?? JSON.stringify(result.body);
      throw new Error(`${operation} returned ${result.status}: ${reason}`);
    }
    return result.body as T;
  };
  const token = await must<{ TokenType: string; AccessToken: string }>('Authentication/GetAccessToken', {});
  authorization = `${token.TokenType} ${token.AccessToken}`;
  return { call, must };
}
