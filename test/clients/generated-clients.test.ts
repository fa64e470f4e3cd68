import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '../../infrastructure/platform/package-root.js';
import { commandLineUser, FILE } from './command-line-user.js';
import { notTested, printed } from '../support/processes/optional-programs.js';

const run = promisify(execFile);

/** NSwag comes with the library that its clients need. */
const csharpProject = (
  version: string,
  nswag: string,
): string => `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
<OutputType>Exe</OutputType><TargetFramework>net${version}.0</TargetFramework><Nullable>enable</Nullable>
<ImplicitUsings>enable</ImplicitUsings><NuGetAudit>false</NuGetAudit></PropertyGroup>
<ItemGroup><Reference Include="Newtonsoft.Json"><HintPath>${nswag}/Newtonsoft.Json.dll</HintPath></Reference></ItemGroup>
</Project>`;

const CSHARP = `
using Framewright;

using var http = new HttpClient();
http.DefaultRequestHeaders.Add("x-api-key", args[1]);
var api = new FramewrightClient(http) { BaseUrl = args[0] };
var frame = new TimeFrame { Start = 0, End = 1000 };
var video = (await api.CreateVideoAsync(new CreateVideo {
    Metadata = new Metadata { Name = "Generated", Duration = 1000, Canvas = new Canvas { Width = 320, Height = 240 } },
    Clips = [
        new TextClip { TimeFrame = frame, TextProperties = new TextProperties { Content = "Hello" } },
        new ShapeClip { TimeFrame = frame, Size = new Size { Width = "50%", Height = 90 },
            ShapeProperties = new ShapeProperties { Shape = ShapePropertiesShape.Rectangle } },
        new GroupClip { TimeFrame = frame, Clips = [
            new TextClip { TimeFrame = frame, TextProperties = new TextProperties { Content = "inside" } } ] },
        new AudioClip { TimeFrame = frame, Source = "https://media.example.org/a.mp3" },
    ],
})).Data;
Console.WriteLine(string.Join(" ", video.Clips.Select(clip => clip.GetType().Name)));
try { await api.GetVideoAsync("nothing"); }
catch (ApiException<Error> error) { Console.WriteLine($"{error.StatusCode} {error.Result.Error1}"); }
var render = (await api.CreateRenderOfVideoAsync(video._id, new CreateRenderOfVideo())).Data;
while (render.Status is not (RenderStatus.Completed or RenderStatus.Failed))
    render = (await api.GetRenderAsync(render._id)).Data;
using var output = await api.GetOutputAsync(render.OutputUrl.Segments[^1]);
using var file = File.Create(args[2]);
await output.Stream.CopyToAsync(file);
`;

/** This generator of 2020, the newest that a package of npm contains, has no types for the kinds of clips. */
const PYTHON = `
import shutil, sys
import framewright as fw

configuration = fw.Configuration(host=sys.argv[1], api_key={"apiKey": sys.argv[2]})
configuration.access_token = None  # which the generator forgets
client = fw.ApiClient(configuration)
videos, renders = fw.VideosApi(client), fw.RendersApi(client)
time = {"start": 0, "end": 1000}
video = videos.create_video(fw.CreateVideo(
    metadata=fw.Metadata(name="Generated", duration=1000, canvas=fw.Canvas(width=320, height=240)),
    clips=[
        {"type": "text", "timeFrame": time, "textProperties": fw.TextProperties(content="Hello")},
        {"type": "audio", "timeFrame": time, "source": "https://media.example.org/a.mp3"},
    ])).data
print(*[clip.type for clip in video.clips])
try:
    videos.get_video("nothing")
except fw.ApiException as error:
    print(error.status, error.reason)
render = renders.create_render_of_video(video.id, fw.CreateRenderOfVideo()).data
while render.status not in ("completed", "failed"):
    render = renders.get_render(render.id).data
shutil.copy(fw.ServiceApi(client).get_output(render.output_url.rsplit("/", 1)[1]), sys.argv[3])
`;
import { forSuite } from '../support/for-suite.js';
import { LONG } from '../support/long-form.js';

describe('Clients generated from the OpenAPI 3.0 document', function () {
  this.timeout(300_000);
  // The types of our own client, which all builds check, are generated from the same document.
  if (!LONG) return;

  const user = forSuite(commandLineUser, ({ remove }) => remove());
  before(async () => {
    const document = await fetch(`${user.service.baseUrl}/openapi-3.0.json`);
    await writeFile(user.path('api.json'), await document.text());
  });

  /** Runs a program that stores a video, prints the kinds of its clips and an error, renders, and downloads the output. */
  const works = async (command: string, args: ReadonlyArray<string>, kinds: string): Promise<void> => {
    const given = [...args, user.service.baseUrl, user.key, user.path('output.mp4')];
    const { stdout } = await user.whileWorking(run(command, given, { cwd: user.path('.') }));
    expect(stdout).to.equal(`${kinds}\n404 Not Found\n`);
    expect(await readFile(user.path('output.mp4'))).to.deep.equal(FILE);
  };

  it('compile and work in C# (NSwag)', async () => {
    const [version = ''] = printed('dotnet', '--version').split('.');
    if (version === '') return notTested('a generated C# client', 'dotnet');
    const nswag = join(packageRoot, 'node_modules/nswag/bin/binaries', `Net${version}0`);
    const options = {
      input: user.path('api.json'),
      output: user.path('Client.cs'),
      namespace: 'Framewright',
      className: 'FramewrightClient',
      operationGenerationMode: 'SingleClientFromOperationId',
      generateNullableReferenceTypes: true,
      generateOptionalPropertiesAsNullable: true,
      generateOptionalParameters: true,
    };
    await run('dotnet', [
      join(nswag, 'dotnet-nswag.dll'),
      'openapi2csclient',
      ...Object.entries(options).map(([key, value]) => `/${key}:${value}`),
    ]);
    await writeFile(user.path('Client.csproj'), csharpProject(version, nswag));
    await writeFile(user.path('Program.cs'), CSHARP);
    await run('dotnet', ['build', '--nologo', '-v', 'q', '-o', user.path('built')], {
      cwd: user.path('.'),
    }).catch(({ stdout }: { stdout: string }) => expect.fail(stdout));
    await works(
      'dotnet',
      [user.path('built/Client.dll')],
      'ResponseTextClip ResponseShapeClip ResponseGroupClip ResponseAudioClip',
    );
  });

  it('compile and work in Python (OpenAPI Generator)', async () => {
    const needed =
      printed('java', '--version') && printed('python3', '-c', 'import urllib3, dateutil, six; print(1)');
    if (needed === '')
      return notTested('a generated Python client', 'java, or no python3 with urllib3, dateutil and six');
    const jar = join(
      packageRoot,
      'node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar',
    );
    const generate = ['generate', '-g', 'python', '-i', user.path('api.json'), '-o', user.path('python')];
    await run('java', ['-jar', jar, ...generate, '--package-name', 'framewright', '--skip-validate-spec'], {
      maxBuffer: 64 * 1024 * 1024,
    });
    await run('python3', ['-m', 'compileall', '-q', user.path('python/framewright')]);
    await writeFile(user.path('python/program.py'), PYTHON);
    await works('python3', [user.path('python/program.py')], 'text audio');
  });
});
