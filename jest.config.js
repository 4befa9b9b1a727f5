const jestJupyterLab = require('@jupyterlab/testing/lib/jest-config');

// Packages that ship ES modules only; jest runs CommonJS, so Babel has to translate them.
const esModules = [
  '@codemirror',
  '@jupyter/',
  '@jupyterlab/',
  '@lezer',
  '@marijn',
  '@microsoft',
  '@rjsf/',
  'color',
  'exenv-es6',
  'lib0',
  'lodash-es',
  'marked',
  'nanoid',
  'vscode-ws-jsonrpc',
  'y-protocols',
  'y-websocket',
  'yjs'
].join('|');

const base = jestJupyterLab(__dirname);

module.exports = {
  ...base,
  reporters: ['default'],
  roots: ['<rootDir>/src'],
  modulePathIgnorePatterns: [
    '<rootDir>/junobench_lab/labextension',
    '<rootDir>/lib'
  ],
  testRegex: '/__tests__/.*\\.spec\\.tsx?$',
  transform: {
    ...base.transform,
    '^.+\\.tsx?$': [
      'ts-jest',
      { tsconfig: 'tsconfig.test.json', diagnostics: false }
    ]
  },
  transformIgnorePatterns: [`/node_modules/(?!${esModules}).+`]
};
