/** Ids of all commands; each is registered by the plugin of its feature. */
export namespace CommandIDs {
  /** Show the panel of benches. */
  export const browse = 'junobench-lab:browse';
  /** Show the page of an instance. Args: bench, id. */
  export const openInstance = 'junobench-lab:open-instance';
  /** Create or resume an attempt. Args: bench, id, fresh. */
  export const openAttempt = 'junobench-lab:open-attempt';
  /** Begin anew; the attempt before is kept. Args, optional: bench, id. */
  export const resetAttempt = 'junobench-lab:reset-attempt';
  /** Ask for the next hint. Args, optional: bench, id, attempt. */
  export const hint = 'junobench-lab:hint';
  /** Show a variant read-only. Args: bench, id, variant. */
  export const openVariant = 'junobench-lab:open-variant';
  /** Add a folder as a bench. */
  export const addBench = 'junobench-lab:add-bench';
  /** Show a bench in the panel. Args, optional: bench; without, the list of benches is loaded anew. */
  export const showBench = 'junobench-lab:show-bench';
  /** Fetch the published data set, after a look at sizes and licences. */
  export const fetchBench = 'junobench-lab:fetch-bench';
  /** Load what a system predicted. Args, optional: bench, paths, name. */
  export const loadSystem = 'junobench-lab:load-system';
  /** Show how often each loaded system is right, by label. Args, optional: bench. */
  export const showShares = 'junobench-lab:show-shares';
  /** Load what is selected in the file browser as a system's predictions. */
  export const loadSelectedSystem = 'junobench-lab:load-selected-system';
  /** Show step by step what an agent did. Args, optional: path, name. */
  export const replayTrajectory = 'junobench-lab:replay-trajectory';
  /** The same for the file that is selected in the file browser. */
  export const replaySelectedTrajectory =
    'junobench-lab:replay-selected-trajectory';
  /** Save the progress as a file. */
  export const exportProgress = 'junobench-lab:export-progress';
  /** Forget the progress in the bench that is shown. */
  export const removeProgress = 'junobench-lab:remove-progress';
  /** Show the trace panel of the current notebook. */
  export const showTrace = 'junobench-lab:show-trace';
  /** Step through the recorded session of the current notebook. */
  export const replay = 'junobench-lab:replay';
  /** Run the cells that the active cell needs, then the cell itself. */
  export const runNeeds = 'junobench-lab:run-needs';
  /** Try the active cell in a copy of its session. */
  export const tryCell = 'junobench-lab:try-cell';
  /** Run the current attempt or variant in a fresh kernel. Args, optional: target. */
  export const run = 'junobench-lab:run';
  /** Check the current attempt. Args, optional: target. */
  export const check = 'junobench-lab:check';
  /** Make an instance of the crash in the current notebook. */
  export const makeInstance = 'junobench-lab:make-instance';
  /** Accept the current attempt's draft with the attempt as its repair. */
  export const acceptDraft = 'junobench-lab:accept-draft';
  /** Choose where kernels run. */
  export const chooseEnvironment = 'junobench-lab:choose-environment';
  /** Build the image of container kernels, after a question. */
  export const buildImage = 'junobench-lab:build-image';
  /** Pull the image of container kernels, after a question. */
  export const pullImage = 'junobench-lab:pull-image';
  /** Try whether the image of container kernels works here. */
  export const checkImage = 'junobench-lab:check-image';
  /** Show how far a build, a pull or a trial of the image is. */
  export const showImage = 'junobench-lab:show-image';
  /** Cancel the run in progress. */
  export const cancelRun = 'junobench-lab:cancel-run';
  /** Show the runs panel. */
  export const showRuns = 'junobench-lab:show-runs';
  /** Compare the current attempt with the reference fix. Args, optional: left, right. */
  export const compare = 'junobench-lab:compare';
  /** Compare the two notebooks that are selected in the file browser. */
  export const compareFiles = 'junobench-lab:compare-files';
  /** Go to the crash cell of the current notebook. */
  export const goToCrash = 'junobench-lab:go-to-crash';
}
