import { neverRanIn, Replay } from '../replay';
import { replayTags } from '../replay-tags';
import {
  explainedTrace,
  flow,
  sampleFinding,
  sampleFlow,
  sampleTrace
} from './traces';

let replay: Replay;

beforeEach(() => {
  replay = new Replay(explainedTrace(), sampleFlow());
});

/** The names of a step: "x written 3", "np - 1". */
function names(): string[] {
  return replay.names.map(
    ({ name, use, writer }) => `${name} ${use ?? '-'} ${writer?.place ?? '-'}`
  );
}

describe('Replay', () => {
  it('begins at the last step', () => {
    expect(replay.index).toBe(4);
    expect(replay.execution.crash).toBe(true);
    expect(replay.atEnd).toBe(true);
  });

  it('stays within its ends', () => {
    replay.go(9);
    expect(replay.index).toBe(4);
    replay.go(-1);
    expect(replay.index).toBe(0);
  });

  it('lists the names as they are after a step: what the step is about first', () => {
    replay.go(1);
    expect(names()).toEqual(['old written 2', 'x written 2', 'np - 1']);
    replay.go(2);
    expect(names()).toEqual(['x written 3', 'old deleted -', 'np - 1']);
    replay.go(3);
    expect(names()).toEqual(['x written 4', 'np - 1']);
  });

  it('says at the crash what does not exist, and claims nothing of what the crashing cell wrote', () => {
    expect(names()).toEqual(['y missing -', 'z maybe -', 'x read 4', 'np - 1']);
    expect(replay.written).toEqual([]);
  });

  it('takes a change for a writing', () => {
    const steps = [
      flow(1, 0, { writes: ['df'] }),
      flow(2, 2, { reads: [{ name: 'df', place: 1 }], changes: ['df'] })
    ];
    replay = new Replay(sampleTrace(), { steps }, 1);
    expect(names()).toEqual(['df changed 2']);
    expect(replay.written).toEqual(['df']);
  });

  it('names the steps that a step reads from, latest first', () => {
    const steps = [
      flow(5, 4, {
        reads: [
          { name: 'a', place: 1 },
          { name: 'b', place: 3 },
          { name: 'c', place: 1 }
        ]
      })
    ];
    replay = new Replay(sampleTrace(), { steps });
    expect(
      replay.readsFrom.map(({ writer, names: read }) => [writer.place, read])
    ).toEqual([
      [3, ['b']],
      [1, ['a', 'c']]
    ]);
  });

  it('names what never ran at the crash alone', () => {
    expect(replay.wouldWrite).toEqual([{ cell: 3, name: 'y' }]);
    replay.go(2);
    expect(replay.wouldWrite).toEqual([]);
  });

  it('gives nothing away where there are no findings', () => {
    replay = new Replay(sampleTrace(), sampleFlow());
    expect(replay.wouldWrite).toEqual([]);
  });

  it('plays to the end and stops there, and starts over from there', () => {
    replay.go(3);
    replay.togglePlaying();
    replay.tick();
    expect([replay.index, replay.playing]).toEqual([4, false]);
    replay.tick();
    expect(replay.index).toBe(4);
    replay.togglePlaying();
    expect([replay.index, replay.playing]).toEqual([0, true]);
  });

  it('stops playing when a step is chosen', () => {
    replay.go(0);
    replay.togglePlaying();
    replay.go(2);
    replay.tick();
    expect(replay.index).toBe(2);
  });
});

describe('replayTags', () => {
  it('lights up what a step wrote, and where what it reads was written', () => {
    replay.go(2);
    expect([...replayTags(replay)]).toEqual([
      [1, { kind: 'wrote', names: ['x'] }],
      [2, { kind: 'wrote', names: ['x'] }]
    ]);
  });

  it('shows at the crash what would write the missing name', () => {
    expect([...replayTags(replay)]).toEqual([
      [1, { kind: 'wrote', names: ['x'] }],
      [3, { kind: 'would', names: ['y'] }]
    ]);
  });
});

describe('neverRanIn', () => {
  it('gives the cells that never ran in document order, whatever decides', () => {
    const trace = { ...sampleTrace(), never_ran: [0, 3] };
    const finding = { ...sampleFinding(), cells: [3, 2, 0] };
    expect(neverRanIn(finding, trace)).toEqual([0, 3]);
  });
});
