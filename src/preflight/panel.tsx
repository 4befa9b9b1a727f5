/** The panel of a trial, between a cell's source and its outputs. */
import { ReactWidget } from '@jupyterlab/apputils';
import type { CodeCell } from '@jupyterlab/cells';
import type { TranslationBundle } from '@jupyterlab/translation';
import { PanelLayout } from '@lumino/widgets';
import React from 'react';

import type { CellTrial } from './model';
import { TrialView } from './trial-view';

export class TrialPanel extends ReactWidget {
  /** @param onAgain - Tries the cell once more, as it is then. */
  constructor(
    private readonly _cell: CodeCell,
    private readonly _trial: CellTrial,
    private readonly _trans: TranslationBundle,
    private readonly _onAgain: () => void
  ) {
    super();
    this.addClass('jp-jbl-trial-panel');
    _trial.changed.connect(this._onTrial, this);
    _cell.model.contentChanged.connect(this._onContent, this);
    _cell.disposed.connect(this.dispose, this);
  }

  /** Show it in its cell. */
  attach(): void {
    const { layout, inputArea } = this._cell;
    const input = inputArea?.parent;
    if (layout instanceof PanelLayout) {
      const place = input ? layout.widgets.indexOf(input) : -1;
      layout.insertWidget(place < 0 ? layout.widgets.length : place + 1, this);
    }
  }

  /** Whether the focus is in here. */
  get hasFocus(): boolean {
    return this.node.contains(document.activeElement);
  }

  /** Take the focus, as soon as there is something to take it. */
  async focus(): Promise<void> {
    await this.renderPromise;
    this.node.querySelector('button')?.focus();
  }

  /** Close it, and cancel what goes on; the focus, where it was in here, goes to the cell. */
  leave(): void {
    const focused = this.hasFocus;
    void this._trial.cancel();
    this.dispose();
    if (focused && !this._cell.isDisposed) {
      this._cell.editor?.focus();
    }
  }

  protected render(): JSX.Element {
    return (
      <TrialView
        state={this._trial.state}
        outdated={this._trial.outdated}
        trans={this._trans}
        onLine={line => this._goTo(line)}
        onAgain={this._onAgain}
        onCancel={() => void this._trial.cancel()}
        onClose={() => this.leave()}
      />
    );
  }

  private _goTo(line: number): void {
    const { editor } = this._cell;
    if (editor && line <= editor.lineCount) {
      editor.setCursorPosition({ line: line - 1, column: 0 });
      editor.focus();
    }
  }

  private _onTrial(): void {
    this.update();
  }

  private _onContent(): void {
    this._trial.setSource(this._cell.model.sharedModel.getSource());
  }
}
