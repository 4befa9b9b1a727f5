import type { Finding, SessionFlow, Trace } from '../../tokens';
import type { ITraced } from '../model';

type Execution = Trace['executions'][number];
type TracedCell = Trace['cells'][number];

/** A small trace to test with: 6 cells; 0 and 2 ran, two were lost, 1 (back), 1 again, 4 crashed; 3 never ran. */
export function sampleTrace(): Trace {
  return {
    executions: [
      execution(1, 0),
      execution(2, 2),
      execution(3, 1, { jump_back: true, lost_before: 0 }),
      execution(4, 1, { nth: 2, lost_before: 2 }),
      execution(5, 4, { crash: true })
    ],
    cells: [
      cell(0, 'ran', [1], 'import numpy as np'),
      cell(1, 'ran', [3, 4], 'x = x + 1'),
      cell(2, 'ran', [2], 'x = 1'),
      cell(3, 'never_ran', [], 'y = 2'),
      cell(4, 'crashed', [5], 'print(x)\nprint(y)'),
      cell(5, 'after_crash', [], 'print("end")')
    ],
    crash: {
      cell: 4,
      place: 5,
      line: 2,
      ename: 'NameError',
      evalue: "name 'y' is not defined"
    },
    cell_total: 6,
    lost: 2,
    jumps_back: 1,
    repeats: 1,
    never_ran: [3],
    findings: []
  };
}

/** A trace of `count` executions straight down a notebook, the last of which crashed. */
export function longTrace(count: number): Trace {
  const places = Array.from({ length: count }, (_, index) => index);
  return {
    ...sampleTrace(),
    executions: places.map(index =>
      execution(index + 1, index, { crash: index === count - 1 })
    ),
    cells: places.map(index =>
      cell(index, 'ran', [index + 1], `step_${index} = ${index}`)
    ),
    cell_total: count,
    lost: 0,
    jumps_back: 0,
    repeats: 0,
    never_ran: []
  };
}

export function execution(
  place: number,
  at: number,
  more: Partial<Execution> = {}
): Execution {
  return {
    place,
    cell: at,
    count: place,
    nth: 1,
    jump_back: false,
    crash: false,
    lost_before: 0,
    ...more
  };
}

export function cell(
  at: number,
  state: TracedCell['state'],
  places: number[],
  source: string
): TracedCell {
  return {
    cell: at,
    id: `cell-${at}`,
    state,
    places,
    first_line: source.split('\n')[0],
    source
  };
}

type StepFlow = SessionFlow['steps'][number];

/** What the executions of the sample read and write; the crashing one reads `y`, which nothing wrote. */
export function sampleFlow(): SessionFlow {
  return {
    steps: [
      flow(1, 0, { writes: ['np'] }),
      flow(2, 2, { writes: ['x', 'old'] }),
      flow(3, 1, {
        reads: [{ name: 'x', place: 2 }],
        writes: ['x'],
        deletes: ['old']
      }),
      flow(4, 1, { reads: [{ name: 'x', place: 3 }], writes: ['x'] }),
      flow(5, 4, {
        reads: [
          { name: 'x', place: 4 },
          { name: 'y', place: null }
        ],
        writes: ['z']
      })
    ]
  };
}

/** Why the sample crashed. */
export function sampleFinding(): Finding {
  return {
    kind: 'never_run',
    name: 'y',
    cells: [3],
    sentence: 'y is made by cell 4, which never ran in this session.'
  };
}

/** The sample with its finding. */
export function explainedTrace(): Trace {
  return { ...sampleTrace(), findings: [sampleFinding()] };
}

/** A trace as a model reads it. */
export function traced(trace: Trace, steps = sampleFlow()): ITraced {
  return { trace, flow: async () => steps };
}

export function flow(
  place: number,
  at: number,
  more: Partial<StepFlow> = {}
): StepFlow {
  return {
    place,
    cell: at,
    reads: [],
    writes: [],
    changes: [],
    deletes: [],
    ...more
  };
}
