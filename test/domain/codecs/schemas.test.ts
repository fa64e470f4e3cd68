import { expect } from 'chai';
import { responseForm } from '../../../domain/codec/schemas.js';
import { CreateVideoBody } from '../../../domain/composition/requests.js';

describe('schemas of codecs', () => {
  const whole = JSON.stringify(CreateVideoBody.jsonSchema);
  const filled = JSON.stringify(responseForm(CreateVideoBody.jsonSchema));

  it('refer to each other by title, not by their address in a document', () => {
    expect(whole).to.include('"$ref":"Clip"').and.to.include('"group":"GroupClip"');
    expect(whole).to.not.include('#/');
  });

  it('refer to the response forms of each other in the response form', () => {
    expect(filled).to.include('"$ref":"ResponseClip"').and.to.include('"group":"ResponseGroupClip"');
    expect(filled).to.not.include('#/');
  });
});
