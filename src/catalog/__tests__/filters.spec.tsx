import { nullTranslator } from '@jupyterlab/translation';
import React from 'react';

import { Mounted } from '../../__tests__/mounted';
import type { InstancePage } from '../../tokens';
import { Filters } from '../filters';
import { CatalogModel } from '../model';

const PAGE: InstancePage = {
  bench: 'starter',
  instances: [],
  matched: 2,
  total: 2,
  offset: 0,
  facets: [
    {
      dimension: 'library',
      title: 'Library',
      values: [{ value: 'NumPy', count: 2, total: 2, meaning: null }]
    },
    {
      dimension: 'pattern',
      title: 'Pattern',
      values: [
        {
          value: 'wrong axis',
          count: 1,
          total: 2,
          meaning: 'It runs along the wrong axis.'
        }
      ]
    },
    { dimension: 'stage', title: 'Pipeline stage', values: [] }
  ],
  problems: [],
  systems: [],
  marks: {}
};

const client = {
  benches: async () => [
    {
      name: 'starter',
      title: 'Starter bench',
      path: '',
      instances: 2,
      problems: []
    }
  ],
  instances: async () => PAGE
};

describe('the filters', () => {
  let mounted: Mounted;

  beforeEach(async () => {
    const model = new CatalogModel({ client });
    await model.refresh();
    mounted = new Mounted();
    mounted.render(
      <Filters model={model} trans={nullTranslator.load('junobench_lab')} />
    );
  });

  afterEach(() => mounted.unmount());

  it('are those that the bench has values for', () => {
    expect(mounted.texts('.jp-jbl-facet-head strong')).toEqual([
      'Library',
      'Pattern'
    ]);
  });

  it('say of a value how often it is there, and what it means where that is told', () => {
    const titles = [...mounted.host.querySelectorAll('label')].map(
      label => label.title
    );
    expect(titles).toEqual([
      'NumPy: 2 of 2 match',
      'wrong axis: 1 of 2 match\nIt runs along the wrong axis.'
    ]);
  });
});
