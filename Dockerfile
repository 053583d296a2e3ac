# pemtool alone in an image: docker run --rm -v "$PWD:/work:ro" pemtool check pins.json
FROM swift:6.3.1-bookworm AS build
WORKDIR /source
COPY . .
RUN ./install --prefix /installed

FROM scratch
COPY LICENSE /
COPY --from=build /installed/bin/pemtool /
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/pemtool"]
