import { URLExt } from '@jupyterlab/coreutils';
import { ServerConnection } from '@jupyterlab/services';

/** An answer of the server extension that is an error: `message` is a sentence for a person. */
export class LabResponseError extends Error {
  constructor(
    message: string,
    /** HTTP status. */
    readonly status: number,
    /** Type of mistake, as the server names it ("NotRevealed"). */
    readonly kind: string
  ) {
    super(message);
    this.name = 'LabResponseError';
  }
}

/** Address of a route of the server extension; each part is escaped. */
export function routeURL(
  settings: ServerConnection.ISettings,
  ...parts: string[]
): string {
  return URLExt.join(
    settings.baseUrl,
    'junobench-lab',
    'api',
    ...parts.map(encodeURIComponent)
  );
}

/** Call a route and give back the raw answer, or throw a `LabResponseError`. */
export async function requestRaw(
  url: string,
  init: RequestInit,
  settings: ServerConnection.ISettings
): Promise<Response> {
  let response: Response;
  try {
    response = await ServerConnection.makeRequest(url, init, settings);
  } catch (error) {
    if (init.signal?.aborted) {
      throw error;
    }
    throw new LabResponseError(
      'The Jupyter server does not answer. Check that it is still running.',
      0,
      'Network'
    );
  }
  if (!response.ok) {
    throw await toError(response);
  }
  return response;
}

/** Call a route and give back its JSON. */
export async function requestJSON<T>(
  url: string,
  init: RequestInit,
  settings: ServerConnection.ISettings
): Promise<T> {
  const response = await requestRaw(url, init, settings);
  return (await response.json()) as T;
}

interface IErrorReply {
  message: string;
  kind: string;
}

function isErrorReply(value: unknown): value is IErrorReply {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

async function toError(response: Response): Promise<LabResponseError> {
  let body: unknown = null;
  try {
    body = await response.json();
  } catch {
    // Not JSON: an answer of a proxy or of a server without the extension.
  }
  if (isErrorReply(body)) {
    return new LabResponseError(
      body.message,
      response.status,
      body.kind ?? 'Server'
    );
  }
  const message =
    response.status === 404
      ? 'The JunoBench server extension is not enabled. Run "junobench-lab doctor" in a terminal to see why.'
      : `The Jupyter server answered with status ${response.status}.`;
  return new LabResponseError(message, response.status, 'Server');
}
