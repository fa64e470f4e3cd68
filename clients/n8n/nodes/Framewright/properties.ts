import type { INodeProperties } from 'n8n-workflow';

const shownFor = (...operation: ReadonlyArray<string>): Pick<INodeProperties, 'displayOptions'> => ({
  displayOptions: { show: { operation: [...operation] } },
});

/** The parameters of the node. */
export const properties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'render',
    options: [
      {
        name: 'Get Render',
        value: 'get',
        action: 'Get a render',
        description: 'Get the state of a render',
      },
      {
        name: 'Render',
        value: 'render',
        action: 'Render a video',
        description: 'Fill a template with values and render it',
      },
      {
        name: 'Upload File',
        value: 'upload',
        action: 'Upload a file',
        description: 'Upload binary data, to be named as a source or as a value',
      },
      {
        name: 'Wait for Render',
        value: 'wait',
        action: 'Wait for a render',
        description: 'Wait until a render is completed',
      },
    ],
  },
  {
    displayName: 'Video ID',
    name: 'videoId',
    type: 'string',
    required: true,
    default: '',
    description: 'The stored video, which may be a template',
    ...shownFor('render'),
  },
  {
    displayName: 'Values',
    name: 'values',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    placeholder: 'Add Value',
    description: 'Values of the variables of the template',
    options: [
      {
        name: 'value',
        displayName: 'Value',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
    ...shownFor('render'),
  },
  {
    displayName: 'Values as JSON',
    name: 'valuesJson',
    type: 'json',
    default: '{}',
    description: 'More values, including numbers, booleans and lists',
    ...shownFor('render'),
  },
  {
    displayName: 'Wait',
    name: 'wait',
    type: 'boolean',
    default: true,
    description: 'Whether to wait until the render is completed',
    ...shownFor('render'),
  },
  {
    displayName: 'Input Data Field Name',
    name: 'binaryProperty',
    type: 'string',
    required: true,
    default: 'data',
    description: 'The name of the field with the binary data',
    ...shownFor('upload'),
  },
  {
    displayName: 'Render ID',
    name: 'renderId',
    type: 'string',
    required: true,
    default: '',
    ...shownFor('get', 'wait'),
  },
  {
    displayName: 'Timeout',
    name: 'timeoutSeconds',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 600,
    description: 'How long to wait for a render, in seconds',
    ...shownFor('render', 'wait'),
  },
];
