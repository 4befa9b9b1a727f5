import { LabIcon } from '@jupyterlab/ui-components';

import bench from '../style/icons/bench.svg';
import compare from '../style/icons/compare.svg';
import crash from '../style/icons/crash.svg';
import jumpBack from '../style/icons/jump-back.svg';
import order from '../style/icons/order.svg';
import reveal from '../style/icons/reveal.svg';
import runs from '../style/icons/runs.svg';
import trace from '../style/icons/trace.svg';
import tryOut from '../style/icons/try.svg';
import variants from '../style/icons/variants.svg';

/** The panel of benches, and the page of an instance. */
export const benchIcon = new LabIcon({
  name: 'junobench-lab:bench',
  svgstr: bench
});
export const traceIcon = new LabIcon({
  name: 'junobench-lab:trace',
  svgstr: trace
});
export const runsIcon = new LabIcon({
  name: 'junobench-lab:runs',
  svgstr: runs
});
export const compareIcon = new LabIcon({
  name: 'junobench-lab:compare',
  svgstr: compare
});
/** Notebook-specific: the order of execution is the cause. */
export const orderIcon = new LabIcon({
  name: 'junobench-lab:order',
  svgstr: order
});
/** Shows a part of the answer. */
export const revealIcon = new LabIcon({
  name: 'junobench-lab:reveal',
  svgstr: reveal
});
export const crashIcon = new LabIcon({
  name: 'junobench-lab:crash',
  svgstr: crash
});
/** An execution above the one before it. */
export const jumpBackIcon = new LabIcon({
  name: 'junobench-lab:jump-back',
  svgstr: jumpBack
});
/** Try a cell without running it. */
export const tryIcon = new LabIcon({
  name: 'junobench-lab:try',
  svgstr: tryOut
});
export const variantsIcon = new LabIcon({
  name: 'junobench-lab:variants',
  svgstr: variants
});
