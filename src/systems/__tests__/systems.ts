import type {
  InstanceSystems,
  LoadedSystem,
  SystemFacet,
  SystemList
} from '../../tokens';

export const OURS: LoadedSystem = {
  key: 'ours-labels',
  name: 'ours',
  bench: 'starter',
  task: 'labels',
  files: ['/files/ours.jsonl'],
  right: 2,
  wrong: 1,
  sentence: 'right about 2 of 3 crashes',
  problems: [],
  grading: null,
  unjudged: false
};

export const THEIRS: LoadedSystem = {
  ...OURS,
  key: 'theirs-labels',
  name: 'theirs',
  files: ['/files/theirs.jsonl'],
  right: 1,
  wrong: 2,
  sentence: 'right about 1 of 3 crashes',
  problems: ['1 line is no JSON object and was passed over: 3.']
};

export const FACETS: SystemFacet[] = [OURS, THEIRS].map(
  ({ key, name, task, right, wrong }) => ({ key, name, task, right, wrong })
);

export const SAID: InstanceSystems = {
  hidden: null,
  trajectories: [],
  systems: [
    {
      key: 'ours-labels',
      name: 'ours',
      task: 'labels',
      standing: 'wrong',
      level: null,
      sentence: 'wrong',
      said: [
        {
          variant: 'reproduced',
          run: 0,
          parts: [
            { name: 'Library', said: 'pandas', right: true },
            { name: 'Crash type', said: 'key error', right: false }
          ],
          patch: null,
          verdict: null,
          level: null,
          sentence: null
        }
      ]
    },
    {
      key: 'ours-repair',
      name: 'ours',
      task: 'repair',
      standing: 'right',
      level: 'passes_check',
      sentence: 'right',
      said: [
        {
          variant: 'reproduced',
          run: 0,
          parts: [{ name: 'order', said: 'cells 1, 2', right: null }],
          patch: [
            {
              cell: 1,
              change: 'changed',
              type: 'code',
              before: 'y = x.upper()',
              after: 'y = x + 1'
            }
          ],
          verdict: 'no_crash',
          level: 'passes_check',
          sentence: 'It passes the check.'
        }
      ]
    }
  ]
};

/** A bench of three crashes with pandas, and one with NumPy on which nobody was judged. */
export const listOf = (systems: LoadedSystem[]): SystemList => ({
  bench: 'starter',
  systems,
  charts: [
    {
      dimension: 'library',
      title: 'Library',
      groups: [
        {
          value: 'pandas',
          total: 3,
          shares: systems.map(({ key, right }) => ({ key, right, of: 3 }))
        },
        {
          value: 'NumPy',
          total: 1,
          shares: systems.map(({ key }) => ({ key, right: 0, of: 0 }))
        }
      ]
    }
  ]
});
