# The web page as a container; docs/install.md has the commands.

FROM rust:1.95-slim-trixie AS build
WORKDIR /plywood
COPY . .
RUN cargo xtask dist --no-wheel \
    && mkdir /installed \
    && tar --extract --file target/dist/plywood-*.tar.gz --strip-components 1 --directory /installed

FROM debian:trixie-slim
COPY --from=build /installed /usr/local
# An ordinary user without a home. The server writes no files.
USER 65532:65532
WORKDIR /
EXPOSE 7878
ENTRYPOINT ["plywood"]
CMD ["serve", "--addr", "0.0.0.0:7878"]
