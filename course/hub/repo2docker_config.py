"""The image of a class on Kubernetes: the one that Binder builds, with nbgrader in it.

jupyter-repo2docker --config course/hub/repo2docker_config.py --no-run --push \
    --image-name REGISTRY/positional-encoding:1 .
"""

c = get_config()  # noqa: F821

# A student's home directory is a volume, which would hide the book if that lay there.
c.Repo2Docker.target_repo_dir = "/srv/book"
# Teachers upload the problem sets themselves: whoever opens a session sees all that an image holds.
c.Repo2Docker.appendix = r"""
USER root
RUN cd /srv/book \
 && python -m pip install --no-cache-dir --constraint constraints.txt nbgrader \
 && settings=$(python -c "import sys; print(sys.prefix)")/etc/jupyter \
 && cat course/nbgrader_config.py course/hub/nbgrader_config.py > "$settings/nbgrader_config.py" \
 && mv course/hub/session.sh /srv/session.sh \
 && rm -r course
USER ${NB_USER}
"""
