import { EventStreamParser } from '../event-stream';

describe('the parser of event streams', () => {
  it('gives an event when its blank line has come, and not before', () => {
    const parser = new EventStreamParser();
    expect(parser.push('event: run\ndata: {"a": 1}\n')).toEqual([]);
    expect(parser.push('\n')).toEqual([{ event: 'run', data: '{"a": 1}' }]);
  });

  it('reads events that come cut in any place, line breaks included', () => {
    const text =
      'event: run\r\ndata: 1\r\n\r\nevent: outcome\r\ndata: 2\r\n\r\n';
    const whole = new EventStreamParser().push(text);
    expect(whole).toEqual([
      { event: 'run', data: '1' },
      { event: 'outcome', data: '2' }
    ]);
    const parser = new EventStreamParser();
    expect([...text].flatMap(letter => parser.push(letter))).toEqual(whole);
  });

  it('joins the lines of one event', () => {
    const events = new EventStreamParser().push('data: one\ndata: two\n\n');
    expect(events).toEqual([{ event: 'message', data: 'one\ntwo' }]);
  });

  it('passes over comments, unknown fields and events without data', () => {
    const events = new EventStreamParser().push(
      ': keep-alive\n\nid: 7\nevent: run\n\ndata: x\n\n'
    );
    expect(events).toEqual([{ event: 'message', data: 'x' }]);
  });

  it('takes one blank after the colon away, no more', () => {
    const events = new EventStreamParser().push('data:  x\ndata:y\n\n');
    expect(events).toEqual([{ event: 'message', data: ' x\ny' }]);
  });
});
