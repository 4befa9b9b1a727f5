import { horizontalLane, laneStops, verticalLane } from '../geometry';
import { execution, longTrace, sampleTrace } from './traces';

describe('laneStops', () => {
  it('puts lost executions before the one that follows them', () => {
    const kinds = laneStops(sampleTrace()).map(stop => stop.kind);
    expect(kinds).toEqual([
      'execution',
      'execution',
      'execution',
      'lost',
      'execution',
      'execution'
    ]);
  });

  it('tells from which cell a jump back came', () => {
    const froms = laneStops(sampleTrace()).map(stop =>
      stop.kind === 'execution' ? stop.from : 'lost'
    );
    expect(froms).toEqual([null, null, 2, 'lost', null, null]);
  });

  it('has nothing to show for a session without executions', () => {
    expect(laneStops({ ...sampleTrace(), executions: [] })).toEqual([]);
  });
});

describe('verticalLane', () => {
  const lane = verticalLane(laneStops(sampleTrace()), 6, {
    pitch: 24,
    width: 110
  });

  it('goes down by one row a stop', () => {
    expect(lane.points.map(point => point.y)).toEqual([
      12, 36, 60, 84, 108, 132
    ]);
    expect(lane.height).toBe(6 * 24);
  });

  it('stands further right for a cell further down the notebook', () => {
    const [first, third, second] = lane.points;
    expect(first.x).toBeLessThan(second.x);
    expect(second.x).toBeLessThan(third.x);
  });

  it('keeps every mark and arc inside its width', () => {
    for (const { x } of lane.points) {
      expect(x).toBeGreaterThanOrEqual(10);
      expect(x).toBeLessThanOrEqual(110 - 24);
    }
  });

  it('draws each kind of execution in its own way', () => {
    expect(lane.points.map(point => point.kind)).toEqual([
      'step',
      'step',
      'jump',
      'lost',
      'repeat',
      'crash'
    ]);
  });

  it('draws an arc with an arrow head for a jump back alone', () => {
    expect(lane.links.map(link => link.kind)).toEqual([
      'forward',
      'jump',
      'lost',
      'lost',
      'forward'
    ]);
    expect(lane.links.map(link => link.path.includes('C'))).toEqual([
      false,
      true,
      false,
      false,
      false
    ]);
    expect(lane.links.filter(link => link.head !== '')).toHaveLength(1);
  });

  it('puts a ghost between its neighbours', () => {
    const stops = laneStops({
      ...sampleTrace(),
      executions: [execution(1, 0), execution(2, 4, { lost_before: 1 })]
    });
    const [before, ghost, after] = verticalLane(stops, 6, {
      pitch: 24,
      width: 110
    }).points;
    expect(ghost.x).toBeCloseTo((before.x + after.x) / 2);
  });

  it('shows a crash in a repeated run as a crash', () => {
    const stops = laneStops({
      ...sampleTrace(),
      executions: [execution(1, 0), execution(2, 0, { nth: 2, crash: true })]
    });
    const lane = verticalLane(stops, 1, { pitch: 24, width: 110 });
    expect(lane.points.map(point => point.kind)).toEqual(['step', 'crash']);
    expect(lane.links[0].path).not.toContain('NaN');
  });
});

describe('horizontalLane', () => {
  it('fits any number of executions into its width', () => {
    for (const count of [1, 2, 40, 1000]) {
      const lane = horizontalLane(laneStops(longTrace(count)), count, {
        width: 800,
        height: 140
      });
      const xs = lane.points.map(point => point.x);
      expect(Math.min(...xs)).toBeGreaterThanOrEqual(10);
      expect(Math.max(...xs)).toBeLessThanOrEqual(790);
    }
  });

  it('draws a jump back above both of its cells', () => {
    const lane = horizontalLane(laneStops(sampleTrace()), 6, {
      width: 800,
      height: 140
    });
    const jump = lane.links.find(link => link.kind === 'jump');
    const top = Number(jump?.path.match(/C\S+ (\S+)/)?.[1]);
    expect(top).toBeLessThan(Math.min(lane.points[1].y, lane.points[2].y));
    expect(top).toBeGreaterThanOrEqual(0);
  });
});
