/** Calls of the JSON API. The token is sent in a header, so no cookie is needed. */

const PATIENCE = 15_000; // ms before an unanswered call counts as lost

/** The server has refused the call; `reason` is one of the reasons for no work, or null. */
export class Refused extends Error {
  constructor(status, { reason = null, message = "" } = {}) {
    super(message || `refused with status ${status}`);
    this.status = status;
    this.reason = reason;
  }
}

/** No answer, or a server error: worth a retry. */
export class Lost extends Error {}

const isTemporary = (status) => status >= 500 || status === 429 || status === 408;

export class Api {
  #base;
  #token;

  constructor(base, token) {
    this.#base = base;
    this.#token = token;
  }

  async call(method, path, body) {
    const response = await this.#fetch(method, path, body);
    if (isTemporary(response.status)) throw new Lost(`status ${response.status}`);
    const answer = await response.json().catch(() => null);
    if (!response.ok) throw new Refused(response.status, answer ?? {});
    if (answer === null) throw new Lost("the answer broke off");
    return answer;
  }

  async #fetch(method, path, body) {
    const headers = { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" };
    try {
      return await fetch(this.#base + path, {
        method,
        headers,
        body: JSON.stringify(body ?? {}),
        credentials: "omit",
        keepalive: true, // goes out even if the page is closed right now
        signal: AbortSignal.timeout(PATIENCE),
      });
    } catch (error) {
      throw new Lost(error.message);
    }
  }
}
