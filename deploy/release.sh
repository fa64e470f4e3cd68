#!/usr/bin/env bash
# Makes the files of a release of the current commit in dist-release/: the sources, the packed clients, the list of
# packages in them (CycloneDX), and the SHA-256 sums of all.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] ||
  { echo "There are changes without a commit: commit them first." >&2; git status --short >&2; exit 1; }
version=$(node -p "require('./package.json').version")
[ -f "test/e2e/kept-data/$version.json" ] ||
  { echo "No data of $version is kept for the tests of later releases: run 'npm run release:data' and commit." >&2; exit 1; }
rm -rf dist-release
mkdir dist-release
git archive --format=tar.gz --prefix="framewright-$version/" --output="dist-release/framewright-$version.tar.gz" HEAD
npm pack --workspaces --pack-destination dist-release > /dev/null
# npm names the service like its folder.
npm sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev |
  node -p 'const list = JSON.parse(fs.readFileSync(0)); list.metadata.component.name = "framewright"; JSON.stringify(list)' \
    > "dist-release/framewright-$version.cdx.json"
cd dist-release
sha256sum -- * > ../dist-release.sums
mv ../dist-release.sums SHA256SUMS
cat SHA256SUMS
