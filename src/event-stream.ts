/** One event of a server-sent event stream. */
export interface IStreamEvent {
  event: string;
  data: string;
}

/**
 * Reads the text of a server-sent event stream (HTML standard, section 9.2.6), in pieces of any size.
 *
 * `EventSource` itself can't be used: it sends no authorization header.
 */
export class EventStreamParser {
  /** Events that are complete with this piece. */
  push(text: string): IStreamEvent[] {
    const events: IStreamEvent[] = [];
    // A carriage return at the end may be half of a line break.
    const whole = this._rest + text;
    const held = whole.endsWith('\r') ? '\r' : '';
    const lines = whole
      .slice(0, whole.length - held.length)
      .split(/\r\n|\n|\r/);
    this._rest = (lines.pop() ?? '') + held;
    for (const line of lines) {
      const event = this._line(line);
      if (event) {
        events.push(event);
      }
    }
    return events;
  }

  private _line(line: string): IStreamEvent | null {
    if (line === '') {
      const event = { event: this._event, data: this._data.join('\n') };
      const complete = this._data.length > 0;
      this._event = 'message';
      this._data = [];
      return complete ? event : null;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') {
      this._event = value;
    } else if (field === 'data') {
      this._data.push(value);
    }
    return null;
  }

  private _rest = '';
  private _event = 'message';
  private _data: string[] = [];
}
